// Renaming all at once, with a look at what would change before it does.
import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Rules } from '@/engine/rules'
import { NewName, OldName } from '@/ui/name'
import { cleanEdit } from './clean-edit'
import { type FindReplace, findAndReplace } from './find-replace'
import classes from './results.module.css'
import { useResults } from './results-store'

interface FindReplaceDialogProps {
  opened: boolean
  onClose: () => void
  rules: Rules
}

const EXAMPLES = 4
const NOTHING: FindReplace = { find: '', replace: '', matchCase: false, regex: false }

export function FindReplaceDialog({ opened, onClose, rules }: FindReplaceDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Find and replace" closeButtonProps={{ 'aria-label': 'Close' }}>
      <FindReplaceForm onClose={onClose} rules={rules} />
    </Modal>
  )
}

function FindReplaceForm({ onClose, rules }: Omit<FindReplaceDialogProps, 'opened'>) {
  const rows = useResults((state) => state.rows)
  const recipe = useResults((state) => state.recipe) ?? rules.defaults
  const [request, setRequest] = useState(NOTHING)
  const { names, error } = findAndReplace(rows, request, (text) => cleanEdit(text, recipe, rules))
  const set = (change: Partial<FindReplace>) => setRequest((before) => ({ ...before, ...change }))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    useResults.getState().renameMany(names)
    onClose()
  }
  return (
    <form className={classes.dialog} onSubmit={apply}>
      <TextInput
        label="Find"
        data-autofocus
        spellCheck={false}
        value={request.find}
        error={error}
        onChange={(event) => set({ find: event.currentTarget.value })}
      />
      <TextInput
        label="Replace with"
        description="{n} stands for the number of the row."
        inputWrapperOrder={['label', 'input', 'description']}
        spellCheck={false}
        value={request.replace}
        onChange={(event) => set({ replace: event.currentTarget.value })}
      />
      <div className={classes.checks}>
        <Checkbox
          label="Match case"
          checked={request.matchCase}
          onChange={(event) => set({ matchCase: event.currentTarget.checked })}
        />
        <Checkbox
          label="Regular expression"
          checked={request.regex}
          onChange={(event) => set({ regex: event.currentTarget.checked })}
        />
      </div>
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
      <div className={classes.dialogFoot}>
        <span role="status">{request.find ? `${names.size} name${names.size === 1 ? '' : 's'} will change.` : ''}</span>
        <Button type="submit" disabled={names.size === 0}>
          Rename {names.size}
        </Button>
      </div>
    </form>
  )
}
