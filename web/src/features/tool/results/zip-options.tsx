// What the ZIP holds besides the pictures.
import { Switch } from '@mantine/core'
import classes from './results.module.css'
import type { ZipChoices } from './zip'

interface ZipOptionsProps {
  choices: ZipChoices
  onChange: (choices: ZipChoices) => void
  hasFolders: boolean
}

export function ZipOptions({ choices, onChange, hasFolders }: ZipOptionsProps) {
  return (
    <div className={classes.zipOptions}>
      {hasFolders ? (
        <Switch
          label="Keep the folder structure"
          checked={choices.keepFolders}
          onChange={(event) => onChange({ ...choices, keepFolders: event.currentTarget.checked })}
        />
      ) : null}
      <Switch
        label="Add lists to the ZIP"
        description="Old and new names as JSON and CSV, and scripts that give the old names back."
        checked={choices.withLists}
        onChange={(event) => onChange({ ...choices, withLists: event.currentTarget.checked })}
      />
    </div>
  )
}
