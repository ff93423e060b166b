// One count against its limit, as a bar with its numbers.
import { Progress } from '@mantine/core'
import { t } from '@/lib/messages'
import { thousands } from '@/lib/thousands'
import { Rich } from '@/ui/rich'
import { NEAR_AT, type Share, WARN_AT } from './usage'
import classes from './usage.module.css'

interface UsageBarProps {
  label: string
  share: Share
  /** The limit's name in the sentence. */
  period: 'daily' | 'monthly'
  note: string
}

export function UsageBar({ label, share, period, note }: UsageBarProps) {
  const { used, limit } = share
  return (
    <div className={classes.count}>
      <span className={classes.countLabel}>{label}</span>
      <span className={classes.numbers}>
        <Rich
          text={t`<0>${thousands(used)}</0> / ${limit === null ? t`unlimited` : thousands(limit)} names`}
          parts={[(words) => <b>{words}</b>]}
        />
      </span>
      <Progress.Root size={6} className={classes.track ?? ''}>
        <Progress.Section
          value={share.share * 100}
          className={classes.bar}
          data-tone={toneOf(share.share)}
          aria-label={`${label}: ${limit === null ? t`${used} names, unlimited` : t`${used} of ${limit} names`}`}
        />
      </Progress.Root>
      {share.share >= NEAR_AT ? (
        <span className={classes.near}>
          {period === 'daily' ? t`Approaching daily limit` : t`Approaching monthly limit`}
        </span>
      ) : null}
      <span className={classes.note}>{note}</span>
    </div>
  )
}

export function toneOf(share: number): 'ok' | 'warn' | 'danger' {
  if (share >= NEAR_AT) return 'danger'
  return share >= WARN_AT ? 'warn' : 'ok'
}
