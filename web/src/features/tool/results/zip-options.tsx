// What the ZIP holds besides the pictures.
import { Switch } from '@mantine/core'
import classes from './results.module.css'
import type { ZipChoices } from './zip'

interface ZipOptionsProps {
  choices: ZipChoices
  onChange: (choices: ZipChoices) => void
  hasFolders: boolean
  /** Whether the plan includes metadata of one's own. */
  mayWriteWords: boolean
}

export function ZipOptions({ choices, onChange, hasFolders, mayWriteWords }: ZipOptionsProps) {
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
        description="Names, alt text and keywords as JSON and CSV, also as Shopify, WooCommerce and WordPress take them, and scripts that give the old names back."
        checked={choices.withLists}
        onChange={(event) => onChange({ ...choices, withLists: event.currentTarget.checked })}
      />
      {mayWriteWords ? (
        <Switch
          label="Write alt text and keywords into the pictures"
          checked={choices.withWords ?? false}
          onChange={(event) => onChange({ ...choices, withWords: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  )
}
