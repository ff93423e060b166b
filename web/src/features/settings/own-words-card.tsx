// Own words and the style of names that new batches start with.
import { Select, TextInput } from '@mantine/core'
import type { Separator } from '@/api/types'
import { t } from '@/lib/messages'
import { SEPARATORS } from '@/lib/separators'
import { NameLimits, type OwnWords, OwnWordsFields } from '@/ui/own-words'
import { type CardProps, SettingsCard } from './cards'
import classes from './settings-page.module.css'

const SETTING = {
  preferredWords: 'defaultPreferredWords',
  forbiddenWords: 'defaultForbiddenWords',
  addedKeywords: 'defaultAddedKeywords',
  maxWords: 'defaultMaxWords',
  maxKeywords: 'defaultMaxKeywords',
} as const

interface OwnWordsCardProps extends CardProps {
  /** What the server did not accept, by field. */
  problems: Partial<Record<string, string>>
}

export function OwnWordsCard({ draft, change, problems }: OwnWordsCardProps) {
  const fields = {
    words: {
      preferredWords: draft.defaultPreferredWords ?? '',
      forbiddenWords: draft.defaultForbiddenWords ?? '',
      addedKeywords: draft.defaultAddedKeywords ?? '',
      maxWords: draft.defaultMaxWords ?? 0,
      maxKeywords: draft.defaultMaxKeywords ?? 0,
    },
    change: (part: Partial<OwnWords>) => {
      for (const [field, value] of Object.entries(part)) change(SETTING[field as keyof OwnWords], value)
    },
    problemOf: (field: keyof OwnWords) => problems[SETTING[field]],
  }
  return (
    <SettingsCard
      title={t`Own words`}
      text={t`New batches start with these. You can change them for each batch under Naming.`}
    >
      <div className={classes.columns}>
        <OwnWordsFields {...fields} />
        <TextInput
          label={t`Name pattern`}
          description={t`The order of a name, such as {date}-{details}-{subject}.`}
          placeholder="{name}"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          spellCheck={false}
          value={draft.defaultNamePattern ?? ''}
          error={problems.defaultNamePattern}
          onChange={(event) => change('defaultNamePattern', event.currentTarget.value)}
        />
        <NameLimits {...fields} />
        <Select
          label={t`Word separator`}
          data={SEPARATORS}
          allowDeselect={false}
          value={draft.defaultSeparator ?? 'hyphen'}
          onChange={(value) => value && change('defaultSeparator', value as Separator)}
        />
      </div>
    </SettingsCard>
  )
}
