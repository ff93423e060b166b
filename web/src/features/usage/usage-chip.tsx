// The day's count in the sidebar: always in sight, never in the way. Nothing is shown until it is known.
import { Progress } from '@mantine/core'
import { useUsage } from '@/features/account/plans/own-usage'
import { t } from '@/lib/messages'
import { shareOf } from './usage'
import classes from './usage.module.css'
import { toneOf } from './usage-bar'

export function UsageChip() {
  const { data: usage } = useUsage()
  if (!usage || usage.dailyLimit == null) return null
  const limit = usage.dailyLimit
  const { used, share } = shareOf(usage.dailyFiles, limit)
  const plan = usage.tier.charAt(0).toUpperCase() + usage.tier.slice(1)
  return (
    <div className={classes.chip}>
      <span className={classes.countLabel}>{t`${plan}, today`}</span>
      <span className={classes.chipNumbers}>{t`${used} / ${limit} names`}</span>
      <Progress.Root size={4} className={classes.track ?? ''}>
        <Progress.Section
          value={share * 100}
          className={classes.bar}
          data-tone={toneOf(share)}
          aria-label={t`${used} of ${limit} names today`}
        />
      </Progress.Root>
    </div>
  )
}
