// Billing: the plan a person is on, and the way back from checkout.
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Banner } from '@/features/account/banner'
import { useSession } from '@/features/account/session'
import { validateSession } from '@/features/account/session-life'
import { SignInPrompt } from '@/features/account/sign-in-prompt'
import { EmptyState } from '@/ui/empty-state'
import { LinkButton } from '@/ui/link-button'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import classes from './section.module.css'

const route = getRouteApi('/dashboard/billing')

export function BillingSection() {
  const { status, tier } = useSession()
  if (status === 'loading') return <PageSkeleton shape="billing" />
  return (
    <div className={classes.section}>
      <PageHeading title="Billing" />
      <CheckoutReturn />
      {status === 'guest' ? (
        <SignInPrompt title="Plans and invoices">
          The tool is free without an account. Create one to see your plan, your usage and your invoices.
        </SignInPrompt>
      ) : (
        <EmptyState
          title={`You are on the ${tier} plan`}
          actions={
            <LinkButton to="/dashboard/tools" variant="default">
              Open the tools
            </LinkButton>
          }
        >
          <p>Changing plans and invoices are not part of this version yet. Nothing is charged.</p>
        </EmptyState>
      )}
    </div>
  )
}

/** Checkout comes back with success=true or canceled=true. */
function CheckoutReturn() {
  const { success, canceled } = route.useSearch()
  useEffect(() => {
    if (success) void validateSession()
  }, [success])
  if (success)
    return (
      <Banner tone="success">Checkout is complete. Your plan is updated as soon as the payment is confirmed.</Banner>
    )
  if (canceled) return <Banner tone="error">Checkout was canceled. Your plan has not changed.</Banner>
  return null
}
