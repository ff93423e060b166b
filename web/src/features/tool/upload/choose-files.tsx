// The buttons that open the file dialog, for pictures or for a whole folder.
import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { Incoming } from '../picture'
import { filesFromList } from './intake'
import classes from './upload.module.css'

interface ChooseFilesProps {
  onFiles: (files: Incoming[]) => void
  folder?: boolean
  children: ReactNode
  /** Renders the trigger; a plain button when left out. */
  trigger?: (open: () => void) => ReactNode
}

const ACCEPTED = '.jpg,.jpeg,.png,.gif,.webp,.bmp,image/jpeg,image/png,image/gif,image/webp,image/bmp'

export function ChooseFiles({ onFiles, folder = false, children, trigger }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const open = () => input.current?.click()
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        data-testid={folder ? 'folder-input' : 'file-input'}
        {...(folder ? { webkitdirectory: '' } : { accept: ACCEPTED })}
        onChange={(event) => {
          onFiles(filesFromList(event.currentTarget.files ?? []))
          // The same files can be chosen again after they were removed.
          event.currentTarget.value = ''
        }}
      />
      {trigger ? (
        trigger(open)
      ) : (
        <Button size="md" variant={folder ? 'subtle' : 'filled'} onClick={open} className={classes.choose}>
          {children}
        </Button>
      )}
    </>
  )
}
