// Asks before a page with unsaved changes is left, inside the app and by closing the tab.
import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { t } from '@/lib/messages'
import { currentSession } from '../session/session'
import classes from './leave-guard.module.css'

interface LeaveGuardProps {
  dirty: boolean
  /** Throws the changes away, because the person said so. */
  onLeave: () => void
}

export function LeaveGuard({ dirty, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // A session that ended leads to the sign-in page; what was typed waits for the way back.
    shouldBlockFn: ({ current, next }) =>
      dirty && current.pathname !== next.pathname && currentSession().status === 'signed-in',
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  const leave = () => {
    onLeave()
    proceed?.()
  }
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={t`Leave without saving?`} size={420}>
      <div className={classes.question}>
        <p>{t`Your changes on this page are not saved.`}</p>
        <div className={classes.actions}>
          <Button data-autofocus onClick={() => reset?.()}>
            {t`Stay on this page`}
          </Button>
          <Button variant="default" onClick={leave}>
            {t`Leave without saving`}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
