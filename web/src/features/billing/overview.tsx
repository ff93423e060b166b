// Subscription Overview: the plan, whether it is paid for, what happens next, and what can be done about it.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '@/api/problem'
import type { Plan, Subscription, SubscriptionStatus } from '@/api/types'
import { Banner } from '@/features/account/pages/banner'
import { askCancel, openPlans } from '@/features/account/plans/plans-dialog-store'
import { longDate } from '@/lib/dates'
import { t } from '@/lib/messages'
import { formatCurrency } from '@/lib/money'
import { PLAN_FEATURES } from '@/lib/plan-features'
import { thousands } from '@/lib/thousands'
import { Card } from '@/ui/card'
import { toast, toastError } from '@/ui/toasts'
import classes from './billing.module.css'
import { openPortal, resumePlan, usePlanOf } from './billing-data'
import { OFF_NOTE } from './notes'

const STATUS: Record<SubscriptionStatus, string> = {
  active: t`Active`,
  trialing: t`Trial`,
  past_due: t`Past due`,
  canceled: t`Canceled`,
}

export function Overview({ subscription }: { subscription: Subscription }) {
  const { tier, status, graceEndsAt } = subscription
  // Also a plan that is not for sale: somebody may have it by agreement.
  const plan = usePlanOf(tier)
  return (
    <Card className={classes.card}>
      <div className={classes.cardHead}>
        <h2>{t`Subscription Overview`}</h2>
        <span className={classes.status} data-status={status}>
          {STATUS[status]}
        </span>
      </div>
      {graceEndsAt ? (
        <Banner tone="error">
          {t`The last payment did not go through. ${
            tier === 'starter'
              ? t`The Starter limits apply until it is paid.`
              : t`Your plan stays until ${longDate(graceEndsAt)}.`
          } Update your card under Manage Billing.`}
        </Banner>
      ) : null}
      <p className={classes.plan}>
        <b>{t`${plan?.name ?? tier} plan`}</b>
        <span>{priceText(subscription, plan)}</span>
      </p>
      {plan && !plan.forSale ? <Holds plan={plan} /> : null}
      <Facts subscription={subscription} />
      {subscription.mode === 'off' ? <p className={classes.notice}>{OFF_NOTE}</p> : null}
      <Actions subscription={subscription} />
    </Card>
  )
}

/** What is charged; what a plan costs that was agreed upon elsewhere. */
function priceText({ price, interval }: Subscription, plan: Plan | undefined): string {
  if (price && interval) return `${formatCurrency(price.amount, price.currency)} / ${interval}`
  return plan && plan.priceCents > 0 ? `${formatCurrency(plan.priceCents, 'usd')} / month` : t`Free`
}

/** PLAN-15: what comes with a plan that no card of the dialog describes. */
function Holds({ plan: { limits, features } }: { plan: Plan }) {
  const lines = [
    limits.monthlyFiles == null ? t`Unlimited names` : t`${thousands(limits.monthlyFiles)} names a month`,
    t`History kept for ${limits.historyDays} days`,
    ...PLAN_FEATURES.filter(([name]) => features[name]).map(([, label]) => label),
    ...(features.whiteLabel ? ['White-label'] : []),
  ]
  return (
    <ul className={classes.holds} aria-label={t`What the plan includes`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { mode, live, nextBillingAt, currentPeriodStart, currentPeriodEnd, trialEnd, status, cancelAtPeriodEnd } =
    subscription
  if (!live || !currentPeriodStart || !currentPeriodEnd) {
    const agreed = subscription.tier === 'enterprise'
    if (mode === 'off' && !agreed) return null
    return (
      <p className={classes.notice}>
        {agreed
          ? t`Billed by agreement. Contact support to change it.`
          : t`You are not charged. Upgrade whenever you need more.`}
      </p>
    )
  }
  const facts: [string, string][] = [
    [t`Current period`, t`${longDate(currentPeriodStart)} to ${longDate(currentPeriodEnd)}`],
  ]
  if (status === 'trialing' && trialEnd) facts.push([t`Trial ends`, longDate(trialEnd)])
  if (nextBillingAt) facts.push([t`Next billing date`, longDate(nextBillingAt)])
  if (cancelAtPeriodEnd) facts.push([t`Ends`, longDate(currentPeriodEnd)])
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ subscription: { tier, live, cancelAtPeriodEnd, mode } }: { subscription: Subscription }) {
  const portal = useMutation({
    mutationFn: openPortal,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toastError(t`Manage Billing`, sentenceOf(error)),
  })
  const resume = useMutation({
    mutationFn: resumePlan,
    onSuccess: () => toast(t`Plan Changed!`, t`Your plan continues as before.`),
    onError: (error) => toastError(t`Plan Change Failed`, sentenceOf(error)),
  })
  const paid = tier !== 'starter'
  const off = mode === 'off'
  const upgrade = tier === 'starter' ? t`Upgrade Plan` : tier === 'essential' ? t`Upgrade` : undefined
  return (
    <div className={classes.actions}>
      {upgrade ? (
        <Button disabled={off} onClick={openPlans}>
          {upgrade}
        </Button>
      ) : null}
      {paid || (live && mode === 'stripe') ? (
        <Button variant="default" disabled={off} loading={portal.isPending} onClick={() => portal.mutate()}>
          {t`Manage Billing`}
        </Button>
      ) : null}
      {paid && live && cancelAtPeriodEnd ? (
        <Button variant="default" disabled={off} loading={resume.isPending} onClick={() => resume.mutate()}>
          {t`Resume Plan`}
        </Button>
      ) : null}
      {paid && tier !== 'enterprise' && !cancelAtPeriodEnd ? (
        <Button variant="subtle" onClick={askCancel}>
          {t`Cancel Plan`}
        </Button>
      ) : null}
    </div>
  )
}
