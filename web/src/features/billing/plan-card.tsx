// One plan: what it costs, what it allows, and the one thing that can be done with it.
import { Button } from '@mantine/core'
import { Check, Minus } from 'lucide-react'
import type { Interval, Plan, Tier } from '@/api/types'
import { t } from '@/lib/messages'
import { formatCurrency } from '@/lib/money'
import { PLAN_FEATURES } from '@/lib/plan-features'
import { thousands } from '@/lib/thousands'
import unseen from '@/ui/hidden.module.css'
import { type Offer, offerOf } from './offer'
import classes from './plans-dialog.module.css'

interface PlanCardProps {
  plan: Plan
  interval: Interval
  current: Tier
  /** Whether its button is the main one. */
  isNext: boolean
  /** False where payments are not set up: only the free plan can be chosen. */
  sold: boolean
  busy: boolean
  onChoose: (action: Offer['action']) => void
}

export function PlanCard({ plan, interval, current, isNext, sold, busy, onChoose }: PlanCardProps) {
  const offer = offerOf(plan, current)
  const titleId = `plan-${plan.tier}`
  return (
    <section className={classes.card} aria-labelledby={titleId} data-popular={plan.mostPopular || undefined}>
      <header className={classes.head}>
        <h3 id={titleId}>{plan.name}</h3>
        {plan.mostPopular ? <span className={classes.popular}>{t`Most Popular`}</span> : null}
        {plan.tier === current ? <span className={classes.current}>{t`Current Plan`}</span> : null}
      </header>
      <Price plan={plan} interval={interval} />
      <Limits plan={plan} />
      <ul className={classes.features}>
        {PLAN_FEATURES.map(([name, label]) => (
          <li key={name} data-off={!plan.features[name] || undefined}>
            {plan.features[name] ? <Check size={16} aria-hidden /> : <Minus size={16} aria-hidden />}
            {label}
            {plan.features[name] ? null : <span className={unseen.hidden}> {t`(not included)`}</span>}
          </li>
        ))}
      </ul>
      <Button
        fullWidth
        variant={isNext ? 'filled' : 'default'}
        disabled={offer.action === 'none' || !(sold || plan.priceCents === 0)}
        loading={busy}
        onClick={() => onChoose(offer.action)}
      >
        {offer.label}
      </Button>
    </section>
  )
}

function Price({ plan, interval }: { plan: Plan; interval: Interval }) {
  const yearly = interval === 'year' && plan.yearPriceCents > 0
  const cents = yearly ? plan.yearPriceCents : plan.priceCents
  return (
    <p className={classes.price}>
      <b>{formatCurrency(cents, 'usd')}</b> <span>/ {yearly ? 'year' : 'month'}</span>
      {yearly ? <small>{t`instead of ${formatCurrency(plan.priceCents * 12, 'usd')}`}</small> : null}
    </p>
  )
}

function Limits({ plan: { limits, features } }: { plan: Plan }) {
  return (
    <dl className={classes.limits}>
      <div>
        <dt>{t`Names a month`}</dt>
        <dd>{typeof limits.monthlyFiles === 'number' ? thousands(limits.monthlyFiles) : t`Unlimited`}</dd>
      </div>
      <div>
        <dt>{t`Templates`}</dt>
        <dd>{features.unlimitedTemplates ? t`Unlimited` : t`Limited`}</dd>
      </div>
    </dl>
  )
}
