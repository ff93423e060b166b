// Names per day over the last thirty days: a small drawing, and the same numbers as a table for screen readers.
import { VisuallyHidden } from '@mantine/core'
import type { UsageDay } from '@/api/types'
import { plural, t } from '@/lib/messages'
import { thousands } from '@/lib/thousands'
import { Rich } from '@/ui/rich'
import classes from './usage.module.css'

const HEIGHT = 64
const STEP = 10
const BAR = 7
/** A day without files still shows that it is there. */
const LEAST = 2

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const most = Math.max(...days.map(({ files }) => files), 1)
  const total = days.reduce((sum, { files }) => sum + files, 0)
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.countLabel}>
        <Rich
          text={t`Last ${days.length} days <0>${thousands(total)} names</0>`}
          parts={[(words) => <span className={classes.total}>{words}</span>]}
        />
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes.drawing}
        aria-hidden="true"
      >
        {days.map(({ day, files }, at) => {
          const height = Math.max(LEAST, (files / most) * HEIGHT)
          return (
            <rect
              key={day}
              x={at * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              data-empty={files === 0 || undefined}
            >
              <title>{t`${dayText(day)}: ${plural(files, { one: '# name', other: '# names' })}`}</title>
            </rect>
          )
        })}
      </svg>
      <span className={classes.axis} aria-hidden="true">
        <span>{days[0] ? dayText(days[0].day) : ''}</span>
        <span>{t`Today`}</span>
      </span>
      <VisuallyHidden>
        <DaysTable days={days} />
      </VisuallyHidden>
    </figure>
  )
}

function DaysTable({ days }: { days: readonly UsageDay[] }) {
  return (
    <table>
      <caption>{t`Names per day`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Day`}</th>
          <th scope="col">{t`Names`}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, files }) => (
          <tr key={day}>
            <th scope="row">{dayText(day)}</th>
            <td>{files}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The server counts by calendar days; a day has no time zone any more. */
function dayText(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}
