// Everything the account holds as one ZIP. The password shows that it is the owner who takes it along.
import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { authorisedFetch } from '@/api/client'
import { problemOf, sentenceOf } from '@/api/problem'
import { Banner } from '@/features/account/pages/banner'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { saveBlob } from '@/lib/save-file'
import { toast } from '@/ui/toasts'
import classes from './settings-page.module.css'

export function ExportForm({ onDone }: { onDone: () => void }) {
  const hasPassword = useSession((session) => session.user?.hasPassword ?? false)
  const [password, setPassword] = useState('')
  const pack = useMutation({
    mutationFn: fetchPersonalData,
    onSuccess: (zip) => {
      saveBlob(zip, 'nomina-my-data.zip')
      toast(t`Data Exported`, t`Your data has been downloaded as a ZIP.`)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pack.mutate(password)
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      <p>{t`One ZIP with your profile, settings, devices, usage, history and stored files.`}</p>
      {pack.isError ? <Banner tone="error">{sentenceOf(pack.error)}</Banner> : null}
      {hasPassword ? (
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" loading={pack.isPending} disabled={hasPassword && !password}>
          {t`Download`}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  )
}

async function fetchPersonalData(password: string): Promise<Blob> {
  const request = new Request('/api/v1/me/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(password ? { password } : {}),
  })
  const response = await authorisedFetch(request)
  if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response)
  return response.blob()
}
