// The usage card: today, this month, the last thirty days, and a warning before a limit is reached.
import { Button, Skeleton } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { Usage } from '@/api/types'
import { useUsage } from '@/features/account/plans/own-usage'
import { longDate } from '@/lib/dates'
import { plural, t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { LinkButton } from '@/ui/link-button'
import { untilText, useNow } from './countdown'
import { shareOf, useUsageDays, type Warning, warningOf } from './usage'
import classes from './usage.module.css'
import { UsageBar } from './usage-bar'
import { UsageChart } from './usage-chart'

export function UsageCard() {
  const { data: usage, isError } = useUsage()
  if (usage) return <Counts usage={usage} />
  if (isError) return <Unavailable />
  return <Skeleton height={150} radius="lg" />
}

function Counts({ usage }: { usage: Usage }) {
  const now = useNow()
  const { data: days } = useUsageDays()
  const daily = shareOf(usage.dailyFiles, usage.dailyLimit)
  const monthly = shareOf(usage.monthlyFiles, usage.monthlyLimit)
  const warning = warningOf(usage)
  return (
    <div className={classes.stack}>
      {warning ? <WarningCard warning={warning} usage={usage} now={now} /> : null}
      <Card className={classes.card}>
        <UsageBar
          label={t`Today`}
          period="daily"
          share={daily}
          note={t`Resets ${untilText(usage.dailyResetsAt, now)}`}
        />
        <UsageBar
          label={t`This month`}
          period="monthly"
          share={monthly}
          note={t`Resets on ${longDate(usage.monthlyResetsAt)}`}
        />
        {days ? <UsageChart days={days} /> : <Skeleton height={96} />}
      </Card>
    </div>
  )
}

function WarningCard({ warning, usage, now }: { warning: Warning; usage: Usage; now: number }) {
  const { period, share } = warning
  const when = period === 'daily' ? untilText(usage.dailyResetsAt, now) : t`on ${longDate(usage.monthlyResetsAt)}`
  return (
    <div className={classes.warning} role="status" data-near={warning.near || undefined}>
      <TriangleAlert size={20} aria-hidden />
      <p>
        <b>{leftText(warning)}</b>
        <span>{t`You have used ${share.used} of ${share.limit ?? 0}. Resets ${when}.`}</span>
      </p>
      {usage.tier === 'professional' ? null : (
        <LinkButton to="/dashboard/billing" variant="default" size="sm">
          {t`Upgrade Plan`}
        </LinkButton>
      )}
    </div>
  )
}

function leftText({ period, share }: Warning): string {
  const left = Math.max(0, (share.limit ?? 0) - share.used)
  if (period === 'daily') {
    return left === 0
      ? t`The daily limit is reached`
      : plural(left, { one: '# more name today', other: '# more names today' })
  }
  if (left === 0) return t`The monthly limit is reached`
  return plural(left, { one: '# more name this month', other: '# more names this month' })
}

/** The plan could not be read: nobody is stopped by that. */
function Unavailable() {
  return (
    <Card className={classes.unavailable}>
      <div role="alert">
        <h2>{t`Subscription Status Unavailable`}</h2>
        <p>{t`Defaulting to Starter limits`}</p>
      </div>
      <Button variant="default" onClick={() => window.location.reload()}>
        {t`Refresh Page`}
      </Button>
    </Card>
  )
}
