// Billing: the plan a person is on, what they paid, and the way back from checkout. The usage card is handed in.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { ApiError } from '@/api/problem'
import { t } from '@/lib/messages'
import { ErrorScreen } from '@/ui/error-screen'
import { PageSkeleton } from '@/ui/page-skeleton'
import { leave, toastError } from '@/ui/toasts'
import classes from './billing.module.css'
import { useSubscription } from './billing-data'
import { History } from './history'
import { Overview } from './overview'

export function BillingPage({ usage }: { usage: ReactNode }) {
  const { data: subscription, error } = useSubscription()
  const failed = error !== null && subscription === undefined
  useEffect(() => {
    if (failed) toastError(t`Error Loading Billing Data`, t`Failed to load billing information. Please try again.`)
    else leave(t`Error Loading Billing Data`)
  }, [failed])
  if (failed) return <NoInformation error={error} />
  if (!subscription) return <PageSkeleton shape="billing" />
  return (
    <div className={classes.columns}>
      <Overview subscription={subscription} />
      {usage}
      <History />
    </div>
  )
}

function NoInformation({ error }: { error: unknown }) {
  const why = error instanceof ApiError ? error.message : 'no answer'
  return (
    <ErrorScreen
      title={t`Billing Information Error`}
      actions={<Button onClick={() => window.location.reload()}>{t`Refresh Page`}</Button>}
    >
      <p>{t`Failed to get subscription: ${why}`}</p>
      <p>{t`Your plan and your files are not affected. Only this page could not be loaded.`}</p>
    </ErrorScreen>
  )
}
