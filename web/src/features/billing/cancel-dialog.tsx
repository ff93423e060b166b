// The question before a plan ends: what will happen, and when.
import { Button, Modal, Radio } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { Subscription } from '@/api/types'
import { Banner } from '@/features/account/pages/banner'
import { closeCancel, usePlansDialog } from '@/features/account/plans/plans-dialog-store'
import { longDate } from '@/lib/dates'
import { t } from '@/lib/messages'
import { toast } from '@/ui/toasts'
import classes from './billing.module.css'
import { cancelPlan, useSubscription } from './billing-data'

export function CancelDialog() {
  const opened = usePlansDialog((dialog) => dialog.canceling)
  const { data: subscription } = useSubscription()
  return (
    <Modal opened={opened && subscription !== undefined} onClose={closeCancel} title={t`Cancel your plan`} size={480}>
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
      toast(t`Plan Changed!`, later ? t`Your plan stays until ${end}.` : t`You are on the Starter plan now.`)
    },
  })
  return (
    <div className={classes.question}>
      <p>
        {t`You return to the Starter plan and keep your templates, batches and invoices. Above the Starter limits you cannot add more.`}
      </p>
      {end && subscription.live ? (
        <Radio.Group
          value={when}
          onChange={(value) => setWhen(value as typeof when)}
          aria-label={t`When to end the plan`}
        >
          <div className={classes.choices}>
            <Radio value="period_end" label={t`On ${end}, at the end of the paid period`} />
            <Radio value="now" label={t`Now, without a refund for the rest of the period`} />
          </div>
        </Radio.Group>
      ) : null}
      {cancel.isError ? <Banner tone="error">{sentenceOf(cancel.error)}</Banner> : null}
      <div className={classes.actions}>
        <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t`Cancel Plan`}
        </Button>
        <Button variant="default" onClick={closeCancel}>
          {t`Keep my plan`}
        </Button>
      </div>
    </div>
  )
}
