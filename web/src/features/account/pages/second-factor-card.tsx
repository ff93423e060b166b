// The card of two-step sign-in on the profile: what is set up, and the dialogs that change it.
import { Button, Modal, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Passkey, Proof, SecondFactor } from '@/api/types'
import { useDates } from '@/lib/dates'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { toast } from '@/ui/toasts'
import {
  removeApp,
  removePasskey,
  renewCodes,
  turnOff,
  useFactorChange,
  useSecondFactor,
} from '../session/second-factor'
import { AppSetup } from './app-setup'
import { PasskeyRow } from './passkey-row'
import { PasskeySetup } from './passkey-setup'
import profile from './profile-page.module.css'
import { ProofForm } from './proof-fields'
import { RecoveryCodes } from './recovery-codes'
import classes from './second-factor.module.css'

type Dialog = 'app' | 'passkey' | 'codes' | 'remove-app' | 'off' | { remove: Passkey }

const FEW_CODES = 3

export function SecondFactorCard() {
  const { data, isPending, isError, refetch } = useSecondFactor()
  return (
    <Card className={profile.card}>
      <div>
        <h2>{t`Two-step sign-in`}</h2>
        <p className={profile.quiet}>
          {data?.isOn
            ? t`On. After your password, Google or GitHub, you confirm with a code or a passkey.`
            : t`Protects your account even if someone learns your password.`}
        </p>
      </div>
      {isPending ? <Skeleton height={120} /> : null}
      {isError && !data ? (
        <p className={profile.quiet} role="alert">
          {t`Your sign-in settings could not be loaded.`}{' '}
          <Button variant="subtle" size="xs" onClick={() => void refetch()}>
            {t`Try Again`}
          </Button>
        </p>
      ) : null}
      {data ? <Factors factor={data} /> : null}
    </Card>
  )
}

function Factors({ factor }: { factor: SecondFactor }) {
  const [dialog, setDialog] = useState<Dialog>()
  const { longDate } = useDates()
  const close = () => setDialog(undefined)
  const left = factor.recoveryCodesLeft
  return (
    <>
      <ul className={profile.devices}>
        <Row
          title={t`Authenticator app`}
          text={
            factor.appConfirmedAt ? t`Set up ${longDate(factor.appConfirmedAt)}` : t`Codes from an app on your phone.`
          }
        >
          {factor.appConfirmedAt ? (
            <Button variant="default" size="sm" onClick={() => setDialog('remove-app')} aria-label={t`Remove the app`}>
              {t`Remove`}
            </Button>
          ) : (
            <Button variant="default" size="sm" onClick={() => setDialog('app')} aria-label={t`Set up an app`}>
              {t`Set Up`}
            </Button>
          )}
        </Row>
        <Row
          title={t`Passkeys`}
          text={t`Your fingerprint, face, PIN or security key. You can also sign in without a password.`}
        >
          <Button variant="default" size="sm" onClick={() => setDialog('passkey')} aria-label={t`Add a passkey`}>
            {t`Add`}
          </Button>
        </Row>
        {factor.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setDialog({ remove: passkey })} />
        ))}
        {factor.isOn ? (
          <Row
            title={t`Recovery codes`}
            text={left <= FEW_CODES ? t`Only ${left} of 10 left. Generate new ones.` : t`${left} of 10 left.`}
          >
            <Button
              variant="default"
              size="sm"
              onClick={() => setDialog('codes')}
              aria-label={t`Generate new recovery codes`}
            >
              {t`New Codes`}
            </Button>
          </Row>
        ) : null}
      </ul>
      {factor.isOn ? (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setDialog('off')}>
            {t`Turn Off Two-Step Sign-In`}
          </Button>
        </div>
      ) : null}
      <Modal opened={dialog !== undefined} onClose={close} title={titleOf(dialog)} size={460}>
        {dialog ? <DialogBody dialog={dialog} isOn={factor.isOn} onDone={close} /> : null}
      </Modal>
    </>
  )
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <div>
        <b>{title}</b>
        <p className={profile.quiet}>{text}</p>
      </div>
      {children}
    </li>
  )
}

function titleOf(dialog: Dialog | undefined): string {
  if (typeof dialog === 'object') return t`Remove passkey`
  switch (dialog) {
    case 'app':
      return t`Set up an authenticator app`
    case 'passkey':
      return t`Add a passkey`
    case 'codes':
      return t`New recovery codes`
    case 'remove-app':
      return t`Remove authenticator app`
    default:
      return t`Turn off two-step sign-in`
  }
}

function DialogBody({ dialog, isOn, onDone }: { dialog: Dialog; isOn: boolean; onDone: () => void }) {
  if (dialog === 'app') return <AppSetup isOn={isOn} onDone={onDone} />
  if (dialog === 'passkey') return <PasskeySetup isOn={isOn} onDone={onDone} />
  if (dialog === 'codes') return <NewCodes onDone={onDone} />
  if (dialog === 'remove-app') {
    return (
      <Removal work={removeApp} submit={t`Remove App`} done={t`The authenticator app was removed.`} onDone={onDone}>
        {t`Its codes will stop working. If you have no passkey, two-step sign-in is turned off.`}
      </Removal>
    )
  }
  if (dialog === 'off') {
    return (
      <Removal work={turnOff} submit={t`Turn Off`} done={t`Two-step sign-in is off.`} onDone={onDone}>
        {t`Your authenticator app, passkeys and recovery codes will stop working. Your password, Google or GitHub alone will sign you in.`}
      </Removal>
    )
  }
  const { id, name } = dialog.remove
  return (
    <Removal
      work={(proof) => removePasskey(id, proof)}
      submit={t`Remove Passkey`}
      done={t`"${name}" no longer signs you in.`}
      onDone={onDone}
    >
      {t`"${name}" will no longer sign you in. If it is your only second step, two-step sign-in is turned off.`}
    </Removal>
  )
}

interface RemovalProps {
  work: (proof: Proof) => Promise<void>
  submit: string
  done: string
  onDone: () => void
  children: ReactNode
}

function Removal({ work, submit, done, onDone, children }: RemovalProps) {
  const removal = useFactorChange(work)
  const start = (proof: Proof) =>
    removal.mutate(proof, {
      onSuccess: () => {
        toast(t`Two-step sign-in`, done)
        onDone()
      },
    })
  return (
    <ProofForm codes danger submit={submit} busy={removal.isPending} error={removal.error} onProof={start}>
      <p>{children}</p>
    </ProofForm>
  )
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const renewal = useFactorChange(renewCodes)
  if (renewal.data) return <RecoveryCodes codes={renewal.data.recoveryCodes} onDone={onDone} />
  return (
    <ProofForm
      codes
      submit={t`Generate New Codes`}
      busy={renewal.isPending}
      error={renewal.error}
      onProof={(proof) => renewal.mutate(proof)}
    >
      <p>{t`Your current codes will stop working.`}</p>
    </ProofForm>
  )
}
