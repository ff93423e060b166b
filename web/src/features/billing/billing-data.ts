// What the server knows about a person's plan and payments, and the calls that change it.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import { ApiError } from '@/api/problem'
import type { BillingHistory, Interval, Plan, Tier } from '@/api/types'
import { whenSlow } from '@/api/when-slow'
import { plansQuery } from '@/features/account/plans/plans'
import { currentSession, useSession } from '@/features/account/session/session'
import { validateSession } from '@/features/account/session/session-life'

const TIMEOUT_MS = 10_000
const NOTHING: BillingHistory = { records: [], totals: [] }

const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])

function subscriptionQuery(userId: string) {
  return queryOptions({
    queryKey: ['subscription', userId],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/billing/subscription', { signal: limited(signal) })),
  })
}

export function useSubscription() {
  const user = useSession((session) => session.user)
  return useQuery({ ...subscriptionQuery(user?.id ?? ''), enabled: user !== null })
}

/** A server that takes too long leaves the list as it was, or empty, silently; a failure is shown. */
export function useHistory() {
  const queries = useQueryClient()
  const user = useSession((session) => session.user)
  const queryKey = ['subscription', user?.id ?? '', 'history']
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      whenSlow(
        answer(api.GET('/api/v1/billing/history', { signal: limited(signal) })),
        () => queries.getQueryData<BillingHistory>(queryKey) ?? NOTHING,
      ),
    enabled: user !== null,
  })
}

/** The plans that the dialog shows, cheapest first. */
export function usePlans() {
  return useQuery({ ...plansQuery, select: (plans) => plans.filter((plan) => plan.forSale) })
}

/** A plan of any kind; nothing until the server has answered. */
export function usePlanOf(tier: Tier): Plan | undefined {
  return useQuery(plansQuery).data?.find((plan) => plan.tier === tier)
}

function userId(): string {
  const { user } = currentSession()
  if (!user) throw new ApiError('No user logged in', { status: 401, code: 'unauthorized' })
  return user.id
}

/** The address of the page where a first plan is paid for. */
export async function startCheckout(tier: Tier, interval: Interval): Promise<string> {
  const back = `${window.location.origin}/dashboard?section=billing`
  const id = userId()
  const body = {
    userId: id,
    successUrl: `${back}&success=true&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${back}&canceled=true`,
    metadata: { userId: id, tier, interval },
  }
  return (await answer(api.POST('/api/stripe/create-checkout-session', { body }))).url
}

/** The address of the page for cards and invoices. */
export async function openPortal(): Promise<string> {
  const body = { userId: userId(), returnUrl: `${window.location.origin}/dashboard/billing` }
  return (await answer(api.POST('/api/stripe/create-billing-portal-session', { body }))).url
}

export async function changePlan(direction: 'up' | 'down', tier: Tier, interval: Interval): Promise<void> {
  const body = { tier, interval }
  if (direction === 'up') await answer(api.POST('/api/v1/billing/upgrade', { body }))
  else await answer(api.POST('/api/v1/billing/downgrade', { body }))
  await validateSession()
}

export async function cancelPlan(when: 'now' | 'period_end'): Promise<void> {
  await answer(api.POST('/api/v1/billing/cancel', { body: { when } }))
  await validateSession()
}

export async function resumePlan(): Promise<void> {
  await answer(api.POST('/api/v1/billing/resume'))
  await validateSession()
}

/** Whoever comes back from the checkout need not wait for a webhook. */
export async function syncPlan(): Promise<Tier> {
  const { tier } = await answer(api.POST('/api/v1/billing/sync'))
  await validateSession()
  return tier
}
