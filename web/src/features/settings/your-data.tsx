// Taking one's data along: the preferences, and everything the account holds.
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Preferences } from '@/api/types'
import { toast, toastError } from '@/ui/toasts'
import { SettingsCard } from './cards'
import { ExportForm } from './export-form'
import { copyPreferences, downloadPreferences } from './preferences-file'
import classes from './settings-page.module.css'

export function YourData({ preferences }: { preferences: Preferences }) {
  const [asking, { open, close }] = useDisclosure(false)
  const exported = async (work: () => void | Promise<void>, message: string) => {
    try {
      await work()
      toast('Settings Exported', message)
    } catch {
      toastError('Export Failed', 'The browser did not allow it. Try the other button.')
    }
  }
  return (
    <SettingsCard title="Your data" text="Your preferences as text, or everything your account holds as one ZIP.">
      <div className={classes.actions}>
        <Button
          variant="default"
          onClick={() => void exported(() => copyPreferences(preferences), 'Your preferences are in the clipboard.')}
        >
          Export Preferences
        </Button>
        <Button
          variant="default"
          onClick={() => void exported(() => downloadPreferences(preferences), 'The file is in your downloads.')}
        >
          Download Preferences File
        </Button>
        <Button variant="default" onClick={open}>
          Export My Data
        </Button>
      </div>
      <Modal opened={asking} onClose={close} title="Export my data" size={440}>
        <ExportForm onDone={close} />
      </Modal>
    </SettingsCard>
  )
}
