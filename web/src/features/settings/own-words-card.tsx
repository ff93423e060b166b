// Own words and the style of names that new batches start with.
import bounds from 'virtual:bounds'
import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { Separator } from '@/api/types'
import { t } from '@/lib/messages'
import { SEPARATORS } from '@/lib/separators'
import { type CardProps, SettingsCard } from './cards'
import classes from './settings-page.module.css'

const BELOW = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

interface OwnWordsCardProps extends CardProps {
  /** What the server did not accept, by field. */
  problems: Partial<Record<string, string>>
}

export function OwnWordsCard({ draft, change, problems }: OwnWordsCardProps) {
  return (
    <SettingsCard
      title={t`Own words`}
      text={t`New batches start with these. You can change them for each batch under Naming.`}
    >
      <div className={classes.columns}>
        <Textarea
          label={t`Preferred words`}
          description={t`One rule a line. Names, alt text and keywords follow it.`}
          placeholder={t`couch, settee = sofa`}
          inputWrapperOrder={BELOW}
          resize="vertical"
          rows={3}
          spellCheck={false}
          value={draft.defaultPreferredWords ?? ''}
          error={problems.defaultPreferredWords}
          onChange={(event) => change('defaultPreferredWords', event.currentTarget.value)}
        />
        <Textarea
          label={t`Forbidden words`}
          description={t`No name, alt text or keyword has them.`}
          placeholder={t`cheap, old`}
          inputWrapperOrder={BELOW}
          resize="vertical"
          rows={3}
          spellCheck={false}
          value={draft.defaultForbiddenWords ?? ''}
          error={problems.defaultForbiddenWords}
          onChange={(event) => change('defaultForbiddenWords', event.currentTarget.value)}
        />
        <TextInput
          label={t`Keywords for every image`}
          description={t`Animals|Dogs is a keyword inside another.`}
          placeholder={t`Acme, summer sale`}
          inputWrapperOrder={BELOW}
          value={draft.defaultAddedKeywords ?? ''}
          error={problems.defaultAddedKeywords}
          onChange={(event) => change('defaultAddedKeywords', event.currentTarget.value)}
        />
        <TextInput
          label={t`Name pattern`}
          description={t`The order of a name, such as {date}-{details}-{subject}.`}
          placeholder="{name}"
          inputWrapperOrder={BELOW}
          spellCheck={false}
          value={draft.defaultNamePattern ?? ''}
          error={problems.defaultNamePattern}
          onChange={(event) => change('defaultNamePattern', event.currentTarget.value)}
        />
        <NumberInput
          label={t`Most words of a name`}
          placeholder={t`no limit`}
          min={1}
          max={bounds.words}
          allowDecimal={false}
          value={draft.defaultMaxWords || ''}
          error={problems.defaultMaxWords}
          onChange={(value) => change('defaultMaxWords', Number(value) || 0)}
        />
        <NumberInput
          label={t`Most keywords`}
          placeholder={String(bounds.keywords)}
          min={1}
          max={bounds.keywords}
          allowDecimal={false}
          value={draft.defaultMaxKeywords || ''}
          error={problems.defaultMaxKeywords}
          onChange={(value) => change('defaultMaxKeywords', Number(value) || 0)}
        />
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
