// The question before a running plan changes: what it costs from now on.
import { Button, Modal } from '@mantine/core'
import { formatCurrency } from '@/lib/money'
import classes from './billing.module.css'
import type { Wish } from './use-plan-change'

interface ChangeQuestionProps {
  asked: Wish | undefined
  onConfirm: (wish: Wish) => void
  onDismiss: () => void
}

export function ChangeQuestion({ asked, onConfirm, onDismiss }: ChangeQuestionProps) {
  const up = asked?.action === 'up'
  const verb = up ? 'Upgrade' : 'Downgrade'
  return (
    <Modal opened={asked !== undefined} onClose={onDismiss} title={`${verb} to ${asked?.plan.name ?? ''}`} size={460}>
      {asked ? (
        <div className={classes.question}>
          <p>
            The new plan starts now and costs {priceOf(asked)} a {asked.interval}. What you have not used of your
            current period is taken off the first payment.{up ? '' : ' Templates and batches you have made stay.'}
          </p>
          <div className={classes.actions}>
            <Button onClick={() => onConfirm(asked)}>{up ? 'Upgrade Now' : 'Downgrade'}</Button>
            <Button variant="default" onClick={onDismiss}>
              Keep my plan
            </Button>
          </div>
        </div>
      ) : null}
    </Modal>
  )
}

function priceOf({ plan, interval }: Wish): string {
  return formatCurrency(interval === 'year' ? plan.yearPriceCents : plan.priceCents, 'usd')
}
