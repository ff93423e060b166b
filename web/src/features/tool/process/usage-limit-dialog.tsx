// Shown when the plan's limit does not allow (more) AI names.
import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { usePerson } from '../tier'
import classes from './process.module.css'
import { useRun } from './run-store'

const TEXT = "You've reached your processing limit. Please upgrade your plan or wait for the limit to reset."

export function UsageLimitDialog() {
  const message = useRun((state) => state.limitMessage)
  const close = useRun((state) => state.closeLimit)
  return (
    <Modal opened={message !== null} onClose={close} title="Usage Limit Reached">
      <p>{TEXT}</p>
      {message ? <p className={classes.limitDetail}>{message}</p> : null}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <WayOut onLeave={close} />
      </div>
    </Modal>
  )
}

function WayOut({ onLeave }: { onLeave: () => void }) {
  const { signedIn } = usePerson()
  const { history } = useRouter()
  const leave = () => {
    onLeave()
    history.push(signedIn ? '/dashboard/billing' : '/auth?mode=signup')
  }
  return <Button onClick={leave}>{signedIn ? 'Upgrade Plan' : 'Create Account'}</Button>
}
