// The card of personal API keys: what there is, a new one, and ending one.
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceOf } from '@/api/problem'
import type { ApiKey } from '@/api/types'
import { plansQuery, useOwnPlan } from '@/features/account/plans/plans'
import { useDates } from '@/lib/dates'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { SettingsCard } from './cards'
import { KeyForm } from './key-form'
import { useKeys, useRevokeKey } from './keys'
import classes from './settings-page.module.css'

export function ApiKeys() {
  return (
    <SettingsCard title={t`API keys`} text={t`For your own scripts and apps that name or process images.`}>
      <KeysOfPlan />
      <p className={classes.quiet}>
        <Link to="/docs/api">{t`How to use the API`}</Link>
      </p>
    </SettingsCard>
  )
}

/** Which plans have API access is the server's to say; until it has, there is nothing here. */
function KeysOfPlan() {
  const own = useOwnPlan()
  const { data: plans, isError, error } = useQuery(plansQuery)
  if (isError) return <p className={classes.quiet}>{sentenceOf(error)}</p>
  if (!own || !plans) return null
  if (own.features.apiAccess) return <Keys />
  const first = plans.find(({ features }) => features.apiAccess)
  return <p className={classes.quiet}>{t`API access is part of the ${first?.name ?? ''} plan.`}</p>
}

function Keys() {
  const { data, isError, error } = useKeys(true)
  const [making, { open, close }] = useDisclosure(false)
  return (
    <>
      {isError ? <p className={classes.quiet}>{sentenceOf(error)}</p> : null}
      {data?.length === 0 ? <p className={classes.quiet}>{t`You have no keys yet.`}</p> : null}
      {data?.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
      <div className={classes.actions}>
        <Button variant="default" onClick={open}>
          {t`New Key`}
        </Button>
      </div>
      <Modal opened={making} onClose={close} title={t`New API key`} size={460}>
        <KeyForm onDone={close} />
      </Modal>
    </>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const revoke = useRevokeKey()
  const { longDate } = useDates()
  const ask = () =>
    modals.openConfirmModal({
      title: t`Revoke "${apiKey.name}"`,
      children: t`Requests with this key will be refused immediately. This cannot be undone.`,
      labels: { confirm: t`Revoke`, cancel: t`Cancel` },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        revoke.mutate(apiKey.id, {
          onSuccess: () => toast(t`Key Revoked`, t`"${apiKey.name}" no longer works.`),
          onError: (error) => toastError(t`Revoke Failed`, sentenceOf(error)),
        }),
    })
  return (
    <div className={classes.dangerRow}>
      <div className={classes.key}>
        <strong>{apiKey.name}</strong> <code>{apiKey.prefix}…</code>
        <p className={classes.quiet}>
          {apiKey.scopes.join(', ')} · {apiKey.lastUsedAt ? t`last used ${longDate(apiKey.lastUsedAt)}` : t`never used`}{' '}
          · {apiKey.expiresAt ? t`expires ${longDate(apiKey.expiresAt)}` : t`does not expire`}
        </p>
      </div>
      <Button
        color="red"
        variant="default"
        loading={revoke.isPending}
        onClick={ask}
        aria-label={t`Revoke ${apiKey.name}`}
      >
        {t`Revoke`}
      </Button>
    </div>
  )
}
