// The profile: who you are, your password, two-step sign-in, and the devices you are signed in on.
import bounds from 'virtual:bounds'
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import type { User } from '@/api/types'
import { useDates } from '@/lib/dates'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import { toast, toastError } from '@/ui/toasts'
import { useDraftOf } from '../session/drafts'
import { updateUser, useSession } from '../session/session'
import { askForReset } from '../session/sign-in'
import { ChangePasswordDialog } from './change-password-dialog'
import { Devices } from './devices'
import classes from './profile-page.module.css'
import { SecondFactorCard } from './second-factor-card'
import { SignInPrompt } from './sign-in-prompt'
import { UserAvatar } from './user-avatar'

export function ProfilePage() {
  const { status, user } = useSession()
  if (status === 'loading') return <PageSkeleton shape="profile" />
  return (
    <div className={classes.page}>
      <PageHeading title={t`Profile`} />
      {user ? (
        <>
          <Identity user={user} />
          <PasswordCard user={user} />
          <SecondFactorCard />
          <Devices />
        </>
      ) : (
        <SignInPrompt title={t`Your profile`}>
          {t`Create an account or sign in to manage your name, password and devices.`}
        </SignInPrompt>
      )}
    </div>
  )
}

function Identity({ user }: { user: User }) {
  const { longDate } = useDates()
  const [draft, setDraft] = useDraftOf<string>('profile name')
  const name = draft ?? user.fullName ?? ''
  const [busy, setBusy] = useState(false)
  const changed = name.trim() !== (user.fullName ?? '') && name.trim() !== ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!changed) return
    setBusy(true)
    try {
      updateUser(await answer(api.PATCH('/api/v1/me', { body: { fullName: name.trim() } })))
      setDraft(undefined)
      toast(t`Profile Updated`, t`Your name has been saved.`)
    } catch {
      toastError(t`Update Failed`, t`Failed to update profile. Please try again.`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className={classes.card}>
      <div className={classes.person}>
        <UserAvatar user={user} size={64} />
        <div>
          <h2>{user.fullName || user.email}</h2>
          <p className={classes.quiet}>{t`Member since ${longDate(user.createdAt)}`}</p>
        </div>
      </div>
      <form className={classes.fields} onSubmit={(event) => void save(event)}>
        <TextInput
          label={t`Full name`}
          autoComplete="name"
          maxLength={bounds.personName}
          value={name}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <TextInput
          label={t`Email`}
          value={user.email}
          readOnly
          description={t`Your email address cannot be changed.`}
        />
        <TextInput label={t`Account ID`} value={user.id} readOnly classNames={{ input: classes.mono ?? '' }} />
        <div>
          <Button type="submit" loading={busy} disabled={!changed}>
            {t`Save Changes`}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function PasswordCard({ user }: { user: User }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Card className={classes.card}>
      <div className={classes.row}>
        <div>
          <h2>{t`Password`}</h2>
          <p className={classes.quiet}>
            {user.hasPassword
              ? t`Changing your password signs you out on all other devices.`
              : t`You sign in with Google or GitHub. We can email you a link to set a password as well.`}
          </p>
        </div>
        {user.hasPassword ? (
          <Button variant="default" onClick={open}>
            {t`Change Password`}
          </Button>
        ) : (
          <SendPasswordLink email={user.email} />
        )}
      </div>
      <ChangePasswordDialog opened={opened} onClose={close} email={user.email} />
    </Card>
  )
}

function SendPasswordLink({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await askForReset(email)
      toast(t`Email sent`, t`Password reset email sent! Check your inbox.`)
    } catch (error) {
      toastError(t`Email not sent`, sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" loading={busy} onClick={() => void send()}>
      {t`Set a Password`}
    </Button>
  )
}
