// Renaming many at once, with a look at what would change before it does: all names, or those that are chosen.
import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { NewName, OldName } from '@/ui/name'
import { renameRows } from '../../model/edits'
import { useResults } from '../../model/results-store'
import type { ResultRow } from '../../model/row'
import { Segments } from '../../parts/segments'
import { cleanEdit } from '../edits/clean-edit'
import { type Around, type FindReplace, findAndReplace, putAround } from '../edits/find-replace'
import classes from './dialogs.module.css'

interface RenameDialogProps {
  /** The rows to rename in the order of the screen; null while the dialog is closed. */
  rows: readonly ResultRow[] | null
  onClose: () => void
  rules: Rules
}

const EXAMPLES = 4
const WAYS = [
  { value: 'replace', label: t`Find and replace` },
  { value: 'around', label: t`Add text` },
]

export function RenameDialog({ rows, onClose, rules }: RenameDialogProps) {
  return (
    <Modal
      opened={rows !== null}
      onClose={onClose}
      title={t`Find and replace`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {rows ? <RenameForm rows={rows} onClose={onClose} rules={rules} /> : null}
    </Modal>
  )
}

function RenameForm({ rows, onClose, rules }: RenameDialogProps & { rows: readonly ResultRow[] }) {
  const recipe = useResults((state) => state.recipe) ?? rules.defaults
  const [way, setWay] = useState('replace')
  const [request, setRequest] = useState<FindReplace>({ find: '', replace: '', matchCase: false, regex: false })
  const [around, setAround] = useState<Around>({ before: '', after: '' })
  const clean = (text: string) => cleanEdit(text, recipe, rules)
  const { names, error } = way === 'replace' ? findAndReplace(rows, request, clean) : putAround(rows, around, clean)
  const begun = way === 'replace' ? request.find !== '' : around.before + around.after !== ''
  const apply = (event: FormEvent) => {
    event.preventDefault()
    renameRows(names)
    onClose()
  }
  return (
    <form className={classes.dialog} onSubmit={apply}>
      <Segments aria-label={t`How to rename`} data={WAYS} value={way} onChange={setWay} />
      {way === 'replace' ? (
        <ReplaceFields request={request} error={error} onChange={setRequest} />
      ) : (
        <AroundFields around={around} onChange={setAround} />
      )}
      <Examples rows={rows} names={names} />
      <div className={classes.dialogFoot}>
        <span role="status">{begun ? willChange(names.size) : ofHowMany(rows.length)}</span>
        <Button type="submit" disabled={names.size === 0}>
          {t`Rename ${names.size}`}
        </Button>
      </div>
    </form>
  )
}

function ReplaceFields(props: { request: FindReplace; error: string | null; onChange: (to: FindReplace) => void }) {
  const { request, error } = props
  const set = (change: Partial<FindReplace>) => props.onChange({ ...request, ...change })
  return (
    <>
      <TextInput
        label={t`Find`}
        data-autofocus
        spellCheck={false}
        value={request.find}
        error={error}
        onChange={(event) => set({ find: event.currentTarget.value })}
      />
      <TextInput
        label={t`Replace with`}
        description={t`{n} is the number of the row.`}
        inputWrapperOrder={['label', 'input', 'description']}
        spellCheck={false}
        value={request.replace}
        onChange={(event) => set({ replace: event.currentTarget.value })}
      />
      <div className={classes.checks}>
        <Checkbox
          label={t`Match case`}
          checked={request.matchCase}
          onChange={(event) => set({ matchCase: event.currentTarget.checked })}
        />
        <Checkbox
          label={t`Regular expression`}
          checked={request.regex}
          onChange={(event) => set({ regex: event.currentTarget.checked })}
        />
      </div>
    </>
  )
}

function AroundFields({ around, onChange }: { around: Around; onChange: (to: Around) => void }) {
  return (
    <>
      <TextInput
        label={t`Before the name`}
        spellCheck={false}
        value={around.before}
        onChange={(event) => onChange({ ...around, before: event.currentTarget.value })}
      />
      <TextInput
        label={t`After the name`}
        description={t`{n} is the number of the row.`}
        inputWrapperOrder={['label', 'input', 'description']}
        spellCheck={false}
        value={around.after}
        onChange={(event) => onChange({ ...around, after: event.currentTarget.value })}
      />
    </>
  )
}

function Examples({ rows, names }: { rows: readonly ResultRow[]; names: ReadonlyMap<string, string> }) {
  return (
    <ul className={classes.examples}>
      {rows
        .filter((row) => names.has(row.id))
        .slice(0, EXAMPLES)
        .map((row) => (
          <li key={row.id}>
            <OldName>{row.suggestedName}</OldName> <NewName>{names.get(row.id)}</NewName>
          </li>
        ))}
    </ul>
  )
}

function willChange(count: number): string {
  return t`${plural(count, { one: '# name', other: '# names' })} will change.`
}

function ofHowMany(count: number): string {
  return t`In ${plural(count, { one: '# name', other: '# names' })}.`
}
