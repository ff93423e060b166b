// Manage Billing without Stripe: what its portal offers, on our own page.
import { Button, Modal } from '@mantine/core'
import { askCancel, openPlans } from '@/features/account/plans/plans-dialog-store'
import { t } from '@/lib/messages'
import classes from './billing.module.css'
import { useSubscription } from './billing-data'
import { TEST_NOTE } from './notes'

export function ManageDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data: subscription } = useSubscription()
  const leaveFor = (next: () => void) => () => {
    onClose()
    next()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t`Manage Billing`} size={480}>
      <div className={classes.question}>
        <p>{t`${TEST_NOTE} There is no card to change. Your invoices are in the billing history below.`}</p>
        <div className={classes.actions}>
          <Button onClick={leaveFor(openPlans)}>{t`Change Plan`}</Button>
          {subscription?.tier !== 'starter' && !subscription?.cancelAtPeriodEnd ? (
            <Button variant="default" color="red" onClick={leaveFor(askCancel)}>
              {t`Cancel Plan`}
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  )
}
