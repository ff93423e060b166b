// Beside the main button, where the browser can write into folders: other ways to take the results.
import { ActionIcon, Button, Popover } from '@mantine/core'
import { ChevronDown, FolderDown, FolderPen, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '@/lib/messages'
import classes from './results.module.css'

interface SaveMenuProps {
  disabled: boolean
  busy: boolean
  onSave: () => void
  onRename: () => void
  onUndo: () => void
}

export function SaveMenu({ disabled, busy, onSave, onRename, onUndo }: SaveMenuProps) {
  const [opened, setOpened] = useState(false)
  const way = (icon: ReactNode, label: string, act: () => void, off = false) => (
    <Button
      variant="subtle"
      justify="start"
      leftSection={icon}
      disabled={off}
      onClick={() => {
        setOpened(false)
        act()
      }}
    >
      {label}
    </Button>
  )
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(360px, 92vw)"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={42}
          variant="default"
          aria-label={t`Other ways to save`}
          title={t`Other ways to save`}
          loading={busy}
          onClick={() => setOpened(!opened)}
        >
          <ChevronDown size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Other ways to save`} className={classes.ways}>
        {way(<FolderDown size={16} aria-hidden />, t`Save to a folder…`, onSave, disabled)}
        {way(<FolderPen size={16} aria-hidden />, t`Rename the originals in their folder…`, onRename, disabled)}
        {way(<Undo2 size={16} aria-hidden />, t`Undo renames in a folder…`, onUndo)}
      </Popover.Dropdown>
    </Popover>
  )
}
