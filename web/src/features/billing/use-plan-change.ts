// What happens when somebody presses the button of a plan: checkout for a first plan, a question and then the change for
// everything else.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/api/problem'
import type { Interval, Plan } from '@/api/types'
import { openAuthDialog } from '@/features/account/pages/auth-dialog-store'
import { askCancel, closePlans } from '@/features/account/plans/plans-dialog-store'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { changePlan, startCheckout, useSubscription } from './billing-data'
import type { Offer } from './offer'

export interface Wish {
  plan: Plan
  interval: Interval
  action: Offer['action']
}

export function usePlanChange() {
  const [asked, setAsked] = useState<Wish>()
  const signedIn = useSession((session) => session.status === 'signed-in')
  const { data: subscription } = useSubscription()
  const checkout = useMutation({
    mutationFn: ({ plan, interval }: Wish) => startCheckout(plan.tier, interval),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toastError(t`Plan Change Failed`, sentence(error, t`Failed to create checkout session`)),
  })
  const change = useMutation({
    mutationFn: ({ plan, interval, action }: Wish) => changePlan(action === 'up' ? 'up' : 'down', plan.tier, interval),
    onSuccess: (_, { plan, action }) => {
      closePlans()
      tellChanged(plan.name, action === 'up')
    },
    onError: (error) => toastError(t`Plan Change Failed`, sentence(error, t`Failed to change plan. Please try again.`)),
  })

  const choose = (wish: Wish) => {
    if (!signedIn) {
      closePlans()
      openAuthDialog('signup')
      toastError(t`Authentication Required`, t`Please sign in to change your plan.`)
    } else if (wish.plan.tier === 'starter') {
      closePlans()
      askCancel()
    } else if (subscription?.live) setAsked(wish)
    else checkout.mutate(wish)
  }
  const confirm = (wish: Wish) => {
    setAsked(undefined)
    change.mutate(wish)
  }
  const busy = checkout.isPending || change.isPending
  const busyTier = busy ? (checkout.variables ?? change.variables)?.plan.tier : undefined
  return { choose, busyTier, asked, confirm, dismiss: () => setAsked(undefined) }
}

export function tellChanged(plan: string, up: boolean): void {
  toast(up ? t`Plan Upgraded!` : t`Plan Changed!`, t`Successfully ${up ? 'upgraded' : 'changed'} to ${plan} plan.`)
}

/** The server's sentence, or ours when it has none. */
function sentence(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status !== 500 ? error.message : fallback
}
