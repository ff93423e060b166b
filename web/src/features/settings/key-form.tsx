// Making a key: a name, what it may do, and when it ends. Its secret is shown once.
import bounds from 'virtual:bounds'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { ApiScope } from '@/api/types'
import { Banner } from '@/features/account/pages/banner'
import { toast, toastError } from '@/ui/toasts'
import { useCreateKey } from './keys'
import classes from './settings-page.module.css'

const SCOPES: { value: ApiScope; label: string }[] = [
  { value: 'name', label: 'Name images' },
  { value: 'process', label: 'Process images' },
  { value: 'read', label: 'Read usage and batches' },
]
const DAYS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '0', label: 'Never' },
]
const DAY_MS = 24 * 60 * 60 * 1000

const endOf = (days: string, now = Date.now()) =>
  days === '0' ? null : new Date(now + Number(days) * DAY_MS).toISOString()

export function KeyForm({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>(['name', 'process', 'read'])
  const [days, setDays] = useState('90')
  const create = useCreateKey()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name: name.trim(), scopes: scopes as ApiScope[], expiresAt: endOf(days) })
  }
  if (create.data) return <Secret secret={create.data.secret} onDone={onDone} />
  return (
    <form onSubmit={submit} className={classes.form}>
      {create.isError ? <Banner tone="error">{sentenceOf(create.error)}</Banner> : null}
      <TextInput
        label="Name"
        placeholder="Website import"
        maxLength={bounds.keyName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group label="What it may do" value={scopes} onChange={setScopes}>
        <div className={classes.choices}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope.value} value={scope.value} label={scope.label} />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label="Ends after"
        allowDeselect={false}
        data={DAYS}
        value={days}
        onChange={(value) => value && setDays(value)}
      />
      <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || scopes.length === 0}>
        Create Key
      </Button>
    </form>
  )
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast('Copied', 'The key is in the clipboard.'),
      () => toastError('Copy Failed', 'The browser did not allow it. Select the text instead.'),
    )
  return (
    <div className={classes.form}>
      <p>This is the only time that the key is shown. Keep it where your program finds it, and nowhere else.</p>
      <TextInput label="Your key" readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
      <div className={classes.actions}>
        <Button onClick={() => void copy()}>Copy Key</Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
