// The question before a running plan changes: what it costs from now on.
import { Button, Modal } from '@mantine/core'
import { t } from '@/lib/messages'
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
  const verb = up ? t`Upgrade` : t`Downgrade`
  return (
    <Modal opened={asked !== undefined} onClose={onDismiss} title={t`${verb} to ${asked?.plan.name ?? ''}`} size={460}>
      {asked ? (
        <div className={classes.question}>
          <p>
            {t`The new plan starts now and costs ${priceOf(asked)} a ${asked.interval}. The unused part of your current period is deducted from the first payment.${up ? '' : t` You keep your templates and batches.`}`}
          </p>
          <div className={classes.actions}>
            <Button onClick={() => onConfirm(asked)}>{up ? t`Upgrade Now` : t`Downgrade`}</Button>
            <Button variant="default" onClick={onDismiss}>
              {t`Keep my plan`}
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
