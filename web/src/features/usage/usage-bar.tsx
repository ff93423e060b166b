// One count against its limit, as a bar with its numbers.
import { Progress } from '@mantine/core'
import { thousands } from '@/lib/thousands'
import { NEAR_AT, type Share, WARN_AT } from './usage'
import classes from './usage.module.css'

interface UsageBarProps {
  label: string
  share: Share
  /** The limit's name in the spec's sentence. */
  period: 'daily' | 'monthly'
  note: string
}

export function UsageBar({ label, share, period, note }: UsageBarProps) {
  const { used, limit } = share
  return (
    <div className={classes.count}>
      <span className={classes.countLabel}>{label}</span>
      <span className={classes.numbers}>
        <b>{thousands(used)}</b> / {limit === null ? 'unlimited' : thousands(limit)} names
      </span>
      <Progress.Root size={6} className={classes.track ?? ''}>
        <Progress.Section
          value={share.share * 100}
          className={classes.bar}
          data-tone={toneOf(share.share)}
          aria-label={`${label}: ${limit === null ? `${used} names, unlimited` : `${used} of ${limit} names`}`}
        />
      </Progress.Root>
      {share.share >= NEAR_AT ? <span className={classes.near}>Approaching {period} limit</span> : null}
      <span className={classes.note}>{note}</span>
    </div>
  )
}

export function toneOf(share: number): 'ok' | 'warn' | 'danger' {
  if (share >= NEAR_AT) return 'danger'
  return share >= WARN_AT ? 'warn' : 'ok'
}
