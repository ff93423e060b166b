// What the ZIP holds besides the images, what the table shows besides the names, and the way back to the beginning.
import { Button, Popover, Switch } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { t } from '@/lib/messages'
import barClasses from './bar.module.css'
import type { ZipChoices } from './export/zip'
import classes from './results.module.css'

interface ResultsOptionsProps {
  choices: ZipChoices
  onChange: (choices: ZipChoices) => void
  hasFolders: boolean
  /** Whether the plan includes metadata of one's own. */
  mayWriteWords: boolean
  showWords: boolean
  onShowWords: (show: boolean) => void
  onReset: () => void
}

export function ResultsOptions(props: ResultsOptionsProps) {
  const { choices, onChange, showWords, onShowWords, onReset } = props
  return (
    <Popover position="bottom-end" width="min(360px, 92vw)" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          aria-label={t`Options`}
          title={t`Options`}
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
          classNames={{
            root: barClasses.short ?? '',
            section: barClasses.shortIcon ?? '',
            label: barClasses.shortText ?? '',
          }}
        >
          {t`Options`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Options`} className={classes.options}>
        <Switch
          label={t`Alt text and keywords`}
          checked={showWords}
          onChange={(event) => onShowWords(event.currentTarget.checked)}
        />
        {props.hasFolders ? (
          <Switch
            label={t`Keep the folder structure`}
            checked={choices.keepFolders}
            onChange={(event) => onChange({ ...choices, keepFolders: event.currentTarget.checked })}
          />
        ) : null}
        <Switch
          label={t`Add lists to the ZIP`}
          description={t`Names, alt text and keywords as JSON and CSV, also for Shopify, WooCommerce and WordPress, and undo scripts.`}
          checked={choices.withLists}
          onChange={(event) => onChange({ ...choices, withLists: event.currentTarget.checked })}
        />
        {props.mayWriteWords ? (
          <Switch
            label={t`Write name, alt text and keywords into the images`}
            checked={choices.withWords ?? false}
            onChange={(event) => onChange({ ...choices, withWords: event.currentTarget.checked })}
          />
        ) : null}
        <Button size="sm" variant="default" onClick={onReset}>
          {t`Start over`}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
