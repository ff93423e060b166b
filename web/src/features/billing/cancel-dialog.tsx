// The question before a plan ends: what will happen, and when.
import { Button, Modal, Radio } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { Subscription } from '@/api/types'
import { Banner } from '@/features/account/pages/banner'
import { closeCancel, usePlansDialog } from '@/features/account/plans/plans-dialog-store'
import { longDate } from '@/lib/dates'
import { toast } from '@/ui/toasts'
import classes from './billing.module.css'
import { cancelPlan, useSubscription } from './billing-data'

export function CancelDialog() {
  const opened = usePlansDialog((dialog) => dialog.canceling)
  const { data: subscription } = useSubscription()
  return (
    <Modal opened={opened && subscription !== undefined} onClose={closeCancel} title="Cancel your plan" size={480}>
      {subscription ? <CancelForm subscription={subscription} /> : null}
    </Modal>
  )
}

function CancelForm({ subscription }: { subscription: Subscription }) {
  // What is paid for is not thrown away by pressing on: the end of the period is chosen unless the person says otherwise.
  const [when, setWhen] = useState<'now' | 'period_end'>('period_end')
  const end = subscription.currentPeriodEnd ? longDate(subscription.currentPeriodEnd) : undefined
  const cancel = useMutation({
    mutationFn: () => cancelPlan(end && subscription.live ? when : 'now'),
    onSuccess: () => {
      closeCancel()
      const later = end && when === 'period_end'
      toast('Plan Changed!', later ? `Your plan stays until ${end}.` : 'You are on the Starter plan now.')
    },
  })
  return (
    <div className={classes.question}>
      <p>
        You go back to the Starter plan. Templates, batches and invoices stay; above the Starter limits you can use what
        is there but not add to it.
      </p>
      {end && subscription.live ? (
        <Radio.Group value={when} onChange={(value) => setWhen(value as typeof when)} aria-label="When the plan ends">
          <div className={classes.choices}>
            <Radio value="period_end" label={`On ${end}, when what is paid for ends`} />
            <Radio value="now" label="Now. The rest of the period is not paid back" />
          </div>
        </Radio.Group>
      ) : null}
      {cancel.isError ? <Banner tone="error">{sentenceOf(cancel.error)}</Banner> : null}
      <div className={classes.actions}>
        <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel Plan
        </Button>
        <Button variant="default" onClick={closeCancel}>
          Keep my plan
        </Button>
      </div>
    </div>
  )
}
