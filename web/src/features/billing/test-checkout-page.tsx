// The test checkout: what is bought, what it would cost, and two buttons. No card is asked for and nothing is charged.
import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import type { TestCheckout } from '@/api/types'
import { Banner } from '@/features/account/pages/banner'
import { BarePage } from '@/features/account/pages/bare-page'
import { SignInPrompt } from '@/features/account/pages/sign-in-prompt'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { formatCurrency } from '@/lib/money'
import { LinkButton } from '@/ui/link-button'
import { Rich } from '@/ui/rich'
import classes from './checkout.module.css'
import { TEST_NOTE } from './notes'

const route = getRouteApi('/checkout/test/$id')

export function TestCheckoutPage() {
  const { id } = route.useParams()
  const status = useSession((session) => session.status)
  return (
    <BarePage>
      {status === 'guest' ? (
        <SignInPrompt
          title={t`Sign in to continue`}
        >{t`Only the account that started this checkout can see it.`}</SignInPrompt>
      ) : null}
      {status === 'loading' ? <Loader className={classes.waiting ?? ''} /> : null}
      {status === 'signed-in' ? <Checkout id={id} /> : null}
    </BarePage>
  )
}

function Checkout({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['test-checkout', id],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/billing/checkouts/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <Over sentence={sentenceOf(error)} />
  if (!data) return <Loader className={classes.waiting ?? ''} />
  if (!data.open) return <Over sentence={t`This checkout has ended. Choose a plan to start a new one.`} />
  return <Order checkout={data} />
}

function Over({ sentence }: { sentence: string }) {
  return (
    <div className={classes.order}>
      <h1>{t`Checkout`}</h1>
      <p>{sentence}</p>
      <LinkButton to="/dashboard/billing">{t`Back to billing`}</LinkButton>
    </div>
  )
}

function Order({ checkout: { id, tier, interval, price, trialDays } }: { checkout: TestCheckout }) {
  const path = { params: { path: { id } } }
  const go = { onSuccess: ({ url }: { url: string }) => window.location.assign(url) }
  const pay = useMutation({ mutationFn: () => answer(api.POST('/api/v1/billing/checkouts/{id}/pay', path)), ...go })
  const leave = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/billing/checkouts/{id}/cancel', path)),
    ...go,
  })
  const amount = formatCurrency(price.amount, price.currency)
  const failure = pay.error ?? leave.error
  return (
    <div className={classes.order}>
      <h1>{t`Checkout`}</h1>
      <dl className={classes.lines}>
        <div>
          <dt>
            <b>
              <Rich text={t`<0>${tier}</0> plan`} parts={[(words) => <span className={classes.plan}>{words}</span>]} />
            </b>
            , {interval === 'year' ? t`yearly` : t`monthly`}
          </dt>
          <dd>{amount}</dd>
        </div>
        {trialDays > 0 ? (
          <div>
            <dt>{t`Free for the first ${trialDays} days`}</dt>
            <dd>-{amount}</dd>
          </div>
        ) : null}
        <div className={classes.due}>
          <dt>{t`Due today`}</dt>
          <dd>{trialDays > 0 ? formatCurrency(0, price.currency) : amount}</dd>
        </div>
      </dl>
      <p className={classes.note}>{TEST_NOTE}</p>
      {failure ? <Banner tone="error">{sentenceOf(failure)}</Banner> : null}
      <Button size="lg" loading={pay.isPending || pay.isSuccess} onClick={() => pay.mutate()}>
        {trialDays > 0 ? t`Start the trial` : t`Pay ${amount}`}
      </Button>
      <Button variant="subtle" loading={leave.isPending} disabled={pay.isPending} onClick={() => leave.mutate()}>
        {t`Cancel`}
      </Button>
    </div>
  )
}
