// The way back from checkout: the plan is asked for at once, a toast says what came of it, and the address is clean again.
import { useEffect, useRef } from 'react'
import { sentenceOf } from '@/api/problem'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { syncPlan } from './billing-data'
import { tellChanged } from './use-plan-change'

interface CheckoutReturn {
  success?: true | undefined
  canceled?: true | undefined
}

export function useCheckoutReturn({ success, canceled }: CheckoutReturn, clean: () => void): void {
  const signedIn = useSession((session) => session.status === 'signed-in')
  const told = useRef(false)
  useEffect(() => {
    if (!signedIn || told.current || !(success || canceled)) return
    told.current = true
    clean()
    if (canceled) toast(t`Checkout canceled`, t`Your plan has not changed.`)
    else void welcome()
  }, [signedIn, success, canceled, clean])
}

async function welcome(): Promise<void> {
  try {
    const tier = await syncPlan()
    if (tier === 'starter') toast(t`Checkout complete`, t`Your plan changes as soon as the payment is confirmed.`)
    else tellChanged(tier.charAt(0).toUpperCase() + tier.slice(1), true)
  } catch (error) {
    toastError(t`Plan Change Failed`, sentenceOf(error))
  }
}
