// 'Choose Your Plan': three cards side by side, monthly or yearly. Prices and limits come from the rules.
import { Modal, SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Interval } from '@/api/types'
import { closePlans, usePlansDialog } from '@/features/account/plans/plans-dialog-store'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { usePlans, useSubscription } from './billing-data'
import { CancelDialog } from './cancel-dialog'
import { ChangeQuestion } from './change-question'
import { OFF_NOTE, TEST_NOTE } from './notes'
import { nextStep } from './offer'
import { PlanCard } from './plan-card'
import classes from './plans-dialog.module.css'
import { usePlanChange } from './use-plan-change'

const INTERVALS = [
  { value: 'month', label: t`Monthly` },
  { value: 'year', label: t`Yearly, 2 months free` },
]

export function PlansDialog() {
  const opened = usePlansDialog((dialog) => dialog.opened)
  return (
    <>
      <Modal opened={opened} onClose={closePlans} title={t`Choose Your Plan`} size={1060}>
        <Plans />
      </Modal>
      <CancelDialog />
    </>
  )
}

function Plans() {
  const { tier } = useSession()
  const { data: plans } = usePlans()
  const { data: subscription } = useSubscription()
  const [interval, setInterval] = useState<Interval>(subscription?.interval ?? 'month')
  const { choose, busyTier, asked, confirm, dismiss } = usePlanChange()
  return (
    <div className={classes.body}>
      <SegmentedControl
        data={INTERVALS}
        value={interval}
        onChange={(value) => setInterval(value as Interval)}
        aria-label={t`Billing interval`}
        className={classes.intervals ?? ''}
      />
      <div className={classes.cards}>
        {plans ? (
          plans.map((plan) => (
            <PlanCard
              key={plan.tier}
              plan={plan}
              interval={interval}
              current={tier}
              isNext={plan === nextStep(plans, tier)}
              sold={subscription?.mode !== 'off'}
              busy={busyTier === plan.tier}
              onChoose={(action) => choose({ plan, interval, action })}
            />
          ))
        ) : (
          <Skeleton height={420} radius="lg" />
        )}
      </div>
      {subscription?.mode === 'test' ? <p className={classes.foot}>{TEST_NOTE}</p> : null}
      {subscription?.mode === 'off' ? <p className={classes.foot}>{OFF_NOTE}</p> : null}
      <ChangeQuestion asked={asked} onConfirm={confirm} onDismiss={dismiss} />
    </div>
  )
}
