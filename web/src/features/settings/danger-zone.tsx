// The danger zone: both actions are confirmed, and both really do it.
import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import { queryClient } from '@/api/query-client'
import { Banner } from '@/features/account/pages/banner'
import { useSession } from '@/features/account/session/session'
import { signOut } from '@/features/account/session/sign-out'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { toast, toastError } from '@/ui/toasts'
import classes from './settings-page.module.css'

export function DangerZone() {
  const [leaving, { open, close }] = useDisclosure(false)
  const history = useMutation({
    mutationFn: async (_: undefined) => {
      await answer(api.DELETE('/api/v1/batches'))
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      toast(t`History Deleted`, t`All batches, tasks, files and ZIPs in your account were deleted.`)
    },
    onError: (error) => toastError(t`Delete Failed`, sentenceOf(error)),
  })
  const askHistory = () =>
    modals.openConfirmModal({
      title: t`Delete all processing history`,
      children: t`All batches, with their tasks, files and ZIPs, will be deleted permanently. Files you have downloaded are not affected.`,
      labels: { confirm: t`Delete All`, cancel: t`Cancel` },
      confirmProps: { color: 'red' },
      onConfirm: () => history.mutate(undefined),
    })
  return (
    <Card className={`${classes.card} ${classes.danger}`}>
      <div>
        <h2>{t`Danger Zone`}</h2>
      </div>
      <div className={classes.dangerRow}>
        <p className={classes.quiet}>{t`Deletes every stored batch, task and ZIP. This cannot be undone.`}</p>
        <Button color="red" variant="default" loading={history.isPending} onClick={askHistory}>
          {t`Delete All Processing History`}
        </Button>
      </div>
      <div className={classes.dangerRow}>
        <p className={classes.quiet}>
          {t`Signs you out everywhere. You can restore the account by signing in within 30 days. After that your personal data is deleted.`}
        </p>
        <Button color="red" variant="default" onClick={open}>
          {t`Deactivate Account`}
        </Button>
      </div>
      <Modal opened={leaving} onClose={close} title={t`Deactivate account`} size={460}>
        <DeactivateForm onCancel={close} />
      </Modal>
    </Card>
  )
}

function DeactivateForm({ onCancel }: { onCancel: () => void }) {
  const user = useSession((session) => session.user)
  const email = user?.email ?? ''
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const leave = useMutation({
    mutationFn: async (_: undefined) => {
      await answer(
        api.POST('/api/v1/me/deactivate', { body: { email: typed.trim(), ...(password ? { password } : {}) } }),
      )
    },
    onSuccess: async () => {
      await navigate({ to: '/' })
      await signOut()
      toast(t`Account Deactivated`, t`Sign in within 30 days to restore it.`)
    },
  })
  const proven = !user?.hasPassword || password !== ''
  const matches = typed.trim().toLowerCase() === email.toLowerCase() && proven
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches) leave.mutate(undefined)
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      <p>
        {t`You will be signed out on every device. You can restore the account by signing in within 30 days. After that your profile, templates, history and files are deleted permanently.`}
      </p>
      {leave.isError ? <Banner tone="error">{sentenceOf(leave.error)}</Banner> : null}
      <TextInput
        label={t`Type ${email} to confirm`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {user?.hasPassword ? (
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" color="red" disabled={!matches} loading={leave.isPending}>
          {t`Deactivate Account`}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  )
}
