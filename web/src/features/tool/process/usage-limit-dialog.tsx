// Shown when the plan's limit does not allow (more) AI names. Before a run it offers what can still be done.
import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { openPlans } from '@/features/account/plans/plans-dialog-store'
import { plural, t } from '@/lib/messages'
import { type Offer, useRun } from '../model/run-store'
import { usePerson } from '../model/tier'
import classes from './process.module.css'

const TEXT = t`You've reached your processing limit. Please upgrade your plan or wait for the limit to reset.`

interface UsageLimitDialogProps {
  /** Names so many and processes the rest with cleaned names. */
  onName: (names: number) => void
  onKeepNames: () => void
}

export function UsageLimitDialog(props: UsageLimitDialogProps) {
  const { limitMessage, offer, closeLimit } = useRun()
  return (
    <Modal
      opened={limitMessage !== null}
      onClose={closeLimit}
      title={t`Usage Limit Reached`}
      closeButtonProps={{ 'aria-label': t`Close the dialog` }}
    >
      <p>{offer && offer.left > 0 ? neededText(offer) : TEXT}</p>
      {limitMessage ? <p className={classes.limitDetail}>{limitMessage}</p> : null}
      {offer ? <Ways offer={offer} {...props} /> : null}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={closeLimit}>
          {t`Close`}
        </Button>
        <WayOut onLeave={closeLimit} />
      </div>
    </Modal>
  )
}

function neededText({ needed, left }: Offer): string {
  return t`This batch needs ${needed} names, and ${plural(left, { one: '# is left', other: '# are left' })}.`
}

/** What works at the limit as well. */
function Ways({ offer: { needed, left }, onName, onKeepNames }: UsageLimitDialogProps & { offer: Offer }) {
  const close = useRun((state) => state.closeLimit)
  const then = (work: () => void) => () => {
    close()
    work()
  }
  return (
    <div className={classes.ways}>
      <Button variant="default" onClick={then(() => onName(left))}>
        {left > 0 ? t`Name ${left}, use cleaned names for ${needed - left}` : t`Process with cleaned names`}
      </Button>
      <Button variant="default" onClick={then(onKeepNames)}>
        {t`Keep my names`}
      </Button>
    </div>
  )
}

function WayOut({ onLeave }: { onLeave: () => void }) {
  const { signedIn } = usePerson()
  const { history } = useRouter()
  const leave = () => {
    onLeave()
    if (signedIn) openPlans()
    else history.push('/auth?mode=signup')
  }
  return <Button onClick={leave}>{signedIn ? t`Upgrade Plan` : t`Create Account`}</Button>
}
