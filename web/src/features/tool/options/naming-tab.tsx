// How names are put together: prefix, suffix, pattern, letters, and what the model is told.
import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { LetterCase, Separator } from '@/api/types'
import { t } from '@/lib/messages'
import { SEPARATORS } from '@/lib/separators'
import { Later } from '@/ui/later'
import { DeviceSwitch } from '../device/device-switch'
import { useRecipe } from '../model/use-recipe'
import { Segments } from '../parts/segments'
import { contextNote, type Gates } from './gates'
import { LanguageField } from './language-field'
import { NamePattern } from './name-pattern'
import classes from './options.module.css'
import { OwnWords } from './own-words'
import { PatternPreview } from './pattern-preview'
import { SceneSwitches } from './scene-switches'
import { SheetField } from './sheet-field'
import { TierNote } from './tier-note'

const CASES: { value: LetterCase; label: string }[] = [
  { value: 'lower', label: t`lower case` },
  { value: 'upper', label: t`UPPER CASE` },
  { value: 'title', label: t`Title Case` },
  { value: 'camel', label: 'camelCase' },
]

export function NamingTab({ gates }: { gates: Gates }) {
  const { options, change } = useRecipe()
  return (
    <div className={classes.fields}>
      <Switch
        label={t`Keep my names`}
        description={t`Images keep their names and AI is not used. This does not use your allowance.`}
        checked={options.keepNames}
        onChange={(event) => change({ keepNames: event.currentTarget.checked })}
      />
      <Later when={!options.keepNames}>
        <NewNames gates={gates} />
      </Later>
    </div>
  )
}

function NewNames({ gates }: { gates: Gates }) {
  const { options, change } = useRecipe()
  const locked = !gates.signedIn
  const note = contextNote(gates)
  const login = locked ? gates.words.loginRequired : undefined
  return (
    <>
      <DeviceSwitch />
      <LanguageField />
      <div className={classes.two}>
        <TextInput
          label={t`Prefix`}
          description={login}
          inputWrapperOrder={['label', 'input', 'description']}
          disabled={locked}
          value={options.prefix}
          onChange={(event) => change({ prefix: event.currentTarget.value })}
        />
        <TextInput
          label={t`Suffix`}
          description={login}
          inputWrapperOrder={['label', 'input', 'description']}
          disabled={locked}
          value={options.suffix}
          onChange={(event) => change({ suffix: event.currentTarget.value })}
        />
      </div>
      <NamePattern disabled={locked} />
      {locked ? <PatternPreview reason={gates.words.namingLogin} /> : null}
      <div className={classes.two}>
        <Select
          label={t`Letter case`}
          disabled={locked}
          data={CASES}
          allowDeselect={false}
          value={options.letterCase}
          onChange={(value) => value && change({ letterCase: value as LetterCase })}
        />
        <Select
          label={t`Word separator`}
          disabled={locked}
          data={SEPARATORS}
          allowDeselect={false}
          value={options.separator}
          onChange={(value) => value && change({ separator: value as Separator })}
        />
      </div>
      <SceneSwitches disabled={locked} />
      <OwnWords disabled={locked} />
      <SheetField disabled={locked} />
      <div>
        <p className={classes.label} id="context-mode">
          {t`Context`}
        </p>
        <Segments
          aria-labelledby="context-mode"
          disabled={locked}
          value={options.contextMode}
          // Choosing a custom context without access is ignored.
          onChange={(value) =>
            value === 'custom' && note ? undefined : change({ contextMode: value as 'auto' | 'custom' })
          }
          data={[
            { value: 'auto', label: t`Auto` },
            { value: 'custom', label: t`Custom` },
          ]}
        />
      </div>
      {note ? <TierNote {...(gates.signedIn ? { title: gates.words.essentialFeature } : {})}>{note}</TierNote> : null}
      {options.contextMode === 'custom' && !note ? (
        <>
          <Textarea
            label={t`Custom context`}
            description={t`What the model should know, for example the event, the client or the product line.`}
            inputWrapperOrder={['label', 'input', 'description']}
            resize="vertical"
            rows={2}
            maxLength={500}
            value={options.customContext}
            onChange={(event) => change({ customContext: event.currentTarget.value })}
          />
          <Switch
            label={t`Start names with these words`}
            description={t`Words already in a name are not repeated.`}
            checked={options.contextAsPrefix}
            onChange={(event) => change({ contextAsPrefix: event.currentTarget.checked })}
          />
        </>
      ) : null}
    </>
  )
}
