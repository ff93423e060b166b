// Billing: the plan a person is on, and the way back from checkout.
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { SignInPrompt } from '@/features/account/pages/sign-in-prompt'
import { useSession } from '@/features/account/session/session'
import { BillingPage } from '@/features/billing/billing-page'
import { ManageDialog } from '@/features/billing/manage-dialog'
import { useCheckoutReturn } from '@/features/billing/use-checkout-return'
import { UsageCard } from '@/features/usage/usage-card'
import { t } from '@/lib/messages'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import classes from './section.module.css'

const route = getRouteApi('/dashboard/billing')

export function BillingSection() {
  const status = useSession((session) => session.status)
  const { manage, ...flags } = route.useSearch()
  const navigate = route.useNavigate()
  const clean = useCallback(() => void navigate({ search: {}, replace: true }), [navigate])
  useCheckoutReturn(flags, clean)
  if (status === 'loading') return <PageSkeleton shape="billing" />
  return (
    <div className={classes.section}>
      <PageHeading title={t`Billing`} />
      {status === 'guest' ? (
        <SignInPrompt title={t`Plans and invoices`}>
          {t`The tool is free without an account. Create one to see your plan, your usage and your invoices.`}
        </SignInPrompt>
      ) : (
        <>
          <BillingPage usage={<UsageCard />} />
          <ManageDialog opened={manage === true} onClose={clean} />
        </>
      )}
    </div>
  )
}
