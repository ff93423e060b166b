// What the plans cost and allow, from the one table of plans: in the page from the build, so nothing is fetched for it.
import plans from 'virtual:plans'
import { Check } from 'lucide-react'
import type { Plan } from '@/api/types'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { formatDollars } from '@/lib/money'
import { PLAN_FEATURES } from '@/lib/plan-features'
import { thousands } from '@/lib/thousands'
import { LinkButton } from '@/ui/link-button'
import classes from './pricing.module.css'

export function Pricing() {
  return (
    <section id="pricing" className={classes.pricing} aria-labelledby="pricing-title">
      <div className={classes.head}>
        <h2 id="pricing-title">{t`Free to start, paid when you need more`}</h2>
        <p>
          {t`Only new names count; watermarks, resizing and conversion are free. Prices in US dollars. Pay yearly, get two months free.`}
        </p>
      </div>
      <ul className={classes.cards}>
        {plans.map((plan) => (
          <PriceCard key={plan.tier} plan={plan} />
        ))}
      </ul>
    </section>
  )
}

function PriceCard({ plan }: { plan: Plan }) {
  const included = PLAN_FEATURES.filter(([feature]) => plan.features[feature])
  return (
    <li className={classes.card}>
      <h3>
        {plan.name}
        {plan.mostPopular ? <span className={classes.popular}>{t`Most Popular`}</span> : null}
      </h3>
      <p className={classes.price}>
        <b>{formatDollars(plan.priceCents)}</b> <span>{t`/ month`}</span>
      </p>
      <ul className={classes.lines}>
        {[...limitLines(plan.limits), ...included.map(([, words]) => words)].map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
      <ChooseButton plan={plan} />
    </li>
  )
}

/** Plans are bought in the dashboard; whoever has no account makes one on the way. */
function ChooseButton({ plan }: { plan: Plan }) {
  const signedIn = useSession((session) => session.status === 'signed-in')
  const label = plan.priceCents === 0 ? t`Start free` : t`Choose ${plan.name}`
  const look = { variant: 'default', fullWidth: true } as const
  return signedIn ? (
    <LinkButton to="/dashboard/billing" {...look}>
      {label}
    </LinkButton>
  ) : (
    <LinkButton
      to="/auth"
      search={{ mode: 'signup', ...(plan.priceCents === 0 ? {} : { redirect: '/dashboard/billing' }) }}
      {...look}
    >
      {label}
    </LinkButton>
  )
}

export function limitLines({
  monthlyFiles,
  dailyFiles,
  maxBatch,
  maxFileMb,
  historyDays,
  ...more
}: Plan['limits']): string[] {
  return [
    monthlyFiles
      ? t`${thousands(monthlyFiles)} names a month, ${thousands(dailyFiles ?? monthlyFiles)} a day`
      : t`Unlimited names`,
    t`${thousands(maxBatch)} images at once, ${maxFileMb} MB each`,
    t`History for ${historyDays} days${more.downloadsPerWeek ? t`, ${more.downloadsPerWeek} downloads a week` : ''}`,
    more.templates ? `${more.templates} templates` : t`Unlimited templates`,
  ]
}
