// Making a key: a name, what it may do, and when it ends. Its secret is shown once.
import bounds from 'virtual:bounds'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { ApiScope } from '@/api/types'
import { Banner } from '@/features/account/pages/banner'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { useCreateKey } from './keys'
import classes from './settings-page.module.css'

const SCOPES: { value: ApiScope; label: string }[] = [
  { value: 'name', label: t`Name images` },
  { value: 'process', label: t`Process images` },
  { value: 'read', label: t`Read usage and batches` },
]
const DAYS = [
  { value: '30', label: t`30 days` },
  { value: '90', label: t`90 days` },
  { value: '365', label: t`One year` },
  { value: '0', label: t`Never` },
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
        label={t`Name`}
        placeholder={t`Website import`}
        maxLength={bounds.keyName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group label={t`Permissions`} value={scopes} onChange={setScopes}>
        <div className={classes.choices}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope.value} value={scope.value} label={scope.label} />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label={t`Expires after`}
        allowDeselect={false}
        data={DAYS}
        value={days}
        onChange={(value) => value && setDays(value)}
      />
      <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || scopes.length === 0}>
        {t`Create Key`}
      </Button>
    </form>
  )
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast(t`Copied`, t`The key is on your clipboard.`),
      () => toastError(t`Copy Failed`, t`Your browser blocked it. Select the text and copy it instead.`),
    )
  return (
    <div className={classes.form}>
      <p>{t`Copy this key now. It will not be shown again. Store it like a password.`}</p>
      <TextInput label={t`Your key`} readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
      <div className={classes.actions}>
        <Button onClick={() => void copy()}>{t`Copy Key`}</Button>
        <Button variant="default" onClick={onDone}>
          {t`Done`}
        </Button>
      </div>
    </div>
  )
}
