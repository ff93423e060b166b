// The sign-in form as a dialog: whoever signs in stays on the page they were on.

import { Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { t } from '@/lib/messages'
import classes from './auth-dialog.module.css'
import { closeAuthDialog, openAuthDialog, useAuthDialog } from './auth-dialog-store'

const AuthForm = lazy(() => import('./auth-form').then((module) => ({ default: module.AuthForm })))

export function AuthDialog() {
  const { opened, mode } = useAuthDialog()
  const here = window.location.pathname + window.location.search
  return (
    <Modal
      opened={opened}
      onClose={closeAuthDialog}
      size={440}
      attributes={{ header: { role: 'presentation' }, content: { 'aria-label': t`Account` } }}
      classNames={{ header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <Suspense fallback={<div className={classes.waiting} />}>
        <AuthForm heading="h2" mode={mode} onModeChange={openAuthDialog} onSignedIn={closeAuthDialog} redirect={here} />
      </Suspense>
    </Modal>
  )
}
