// How many downloads the week still has, where the plan counts them: quiet at first, a notice at one, the way out at none.
import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { t } from '@/lib/messages'
import { LinkButton } from '@/ui/link-button'
import { useDownloadCount } from './download'
import classes from './history.module.css'

/** HIST-05, and the reading of it. */
const COUNTED_ONCE = t`Downloading the same batch again within seven days does not count.`

export function DownloadNotice() {
  const { data } = useDownloadCount()
  if (!data || data.limit == null) return null
  const left = Math.max(0, data.limit - data.count)
  if (left > 1)
    return (
      <p className={classes.facts}>{t`${data.count} of ${data.limit} downloads used this week. ${COUNTED_ONCE}`}</p>
    )
  return (
    <Alert
      icon={<TriangleAlert size={18} aria-hidden />}
      className={classes.notice ?? ''}
      title={left === 1 ? t`1 download remaining this week` : t`Download limit reached`}
    >
      <p>
        {left === 1
          ? t`You have used ${data.count} of ${data.limit} in the last seven days. ${COUNTED_ONCE}`
          : t`You have used all ${data.limit} downloads of the last seven days. ${COUNTED_ONCE} Upgrade your subscription for unlimited downloads.`}
      </p>
      {left === 0 ? (
        <LinkButton to="/dashboard/billing" size="sm">
          {t`Upgrade`}
        </LinkButton>
      ) : null}
    </Alert>
  )
}
