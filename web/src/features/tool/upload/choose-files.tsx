// The buttons that open the file dialog, for images or for a whole folder.
import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { ACCEPTED } from '@/engine/formats'
import type { Incoming } from '../model/image'
import { filesFromList } from './intake'
import classes from './upload.module.css'

interface ChooseFilesProps {
  onFiles: (files: Incoming[]) => void
  folder?: boolean
  children: ReactNode
  /** Renders the trigger; a plain button when left out. */
  trigger?: (open: () => void) => ReactNode
}

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
        {...(folder ? { webkitdirectory: '' } : { accept: ACCEPTED.join(',') })}
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
