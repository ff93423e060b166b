// One passkey of the list: its name, when it was used, and the buttons to rename and remove it.
import bounds from 'virtual:bounds'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { Passkey } from '@/api/types'
import { useDates } from '@/lib/dates'
import { t } from '@/lib/messages'
import { toastError } from '@/ui/toasts'
import { renamePasskey, useFactorChange } from '../session/second-factor'
import profile from './profile-page.module.css'
import classes from './second-factor.module.css'

export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { longDate } = useDates()
  const [renaming, setRenaming] = useState(false)
  if (renaming) return <RenameRow passkey={passkey} onDone={() => setRenaming(false)} />
  const used = passkey.lastUsedAt ? t`last used ${longDate(passkey.lastUsedAt)}` : t`not used yet`
  return (
    <li className={classes.passkey}>
      <div>
        <b>{passkey.name}</b>
        <p className={profile.quiet}>
          {t`Added ${longDate(passkey.createdAt)}, ${used}${passkey.isSynced ? t`, synced across devices` : ''}`}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button variant="subtle" size="sm" aria-label={t`Rename ${passkey.name}`} onClick={() => setRenaming(true)}>
          {t`Rename`}
        </Button>
        <Button variant="default" size="sm" aria-label={t`Remove ${passkey.name}`} onClick={onRemove}>
          {t`Remove`}
        </Button>
      </div>
    </li>
  )
}

function RenameRow({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const rename = useFactorChange((wanted: string) => renamePasskey(passkey.id, wanted))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate(name.trim(), {
      onSuccess: onDone,
      onError: (error) => toastError(t`Rename Failed`, sentenceOf(error)),
    })
  }
  return (
    <li className={classes.passkey}>
      <form className={classes.rename} onSubmit={submit}>
        <TextInput
          aria-label={t`New name for ${passkey.name}`}
          maxLength={bounds.keyName}
          value={name}
          ref={field}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone()
          }}
        />
        <Button type="submit" size="sm" loading={rename.isPending} disabled={name.trim() === ''}>
          {t`Save`}
        </Button>
        <Button variant="default" size="sm" onClick={onDone}>
          {t`Cancel`}
        </Button>
      </form>
    </li>
  )
}
