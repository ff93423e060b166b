// The card of two-step sign-in on the profile: what is set up, and the dialogs that change it.
import { Button, Modal, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Passkey, Proof, SecondFactor } from '@/api/types'
import { useDates } from '@/lib/dates'
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
        <h2>Two-step sign-in</h2>
        <p className={profile.quiet}>
          {data?.isOn
            ? 'On: signing in asks for a code or a passkey after your password, Google or GitHub.'
            : 'A second step keeps your account closed to whoever learns your password.'}
        </p>
      </div>
      {isPending ? <Skeleton height={120} /> : null}
      {isError && !data ? (
        <p className={profile.quiet} role="alert">
          Your settings for signing in could not be loaded.{' '}
          <Button variant="subtle" size="xs" onClick={() => void refetch()}>
            Try Again
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
          title="Authenticator app"
          text={
            factor.appConfirmedAt ? `Set up ${longDate(factor.appConfirmedAt)}` : 'Codes from an app on your phone.'
          }
        >
          {factor.appConfirmedAt ? (
            <Button variant="default" size="sm" onClick={() => setDialog('remove-app')} aria-label="Remove the app">
              Remove
            </Button>
          ) : (
            <Button variant="default" size="sm" onClick={() => setDialog('app')} aria-label="Set up an app">
              Set Up
            </Button>
          )}
        </Row>
        <Row title="Passkeys" text="Your fingerprint, face, PIN or security key. They also sign in without a password.">
          <Button variant="default" size="sm" onClick={() => setDialog('passkey')} aria-label="Add a passkey">
            Add
          </Button>
        </Row>
        {factor.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setDialog({ remove: passkey })} />
        ))}
        {factor.isOn ? (
          <Row
            title="Recovery codes"
            text={left <= FEW_CODES ? `Only ${left} of 10 left. Make new ones.` : `${left} of 10 left.`}
          >
            <Button variant="default" size="sm" onClick={() => setDialog('codes')} aria-label="Make new recovery codes">
              New Codes
            </Button>
          </Row>
        ) : null}
      </ul>
      {factor.isOn ? (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setDialog('off')}>
            Turn Off Two-Step Sign-In
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
  if (typeof dialog === 'object') return 'Remove passkey'
  switch (dialog) {
    case 'app':
      return 'Set up an authenticator app'
    case 'passkey':
      return 'Add a passkey'
    case 'codes':
      return 'New recovery codes'
    case 'remove-app':
      return 'Remove authenticator app'
    default:
      return 'Turn off two-step sign-in'
  }
}

function DialogBody({ dialog, isOn, onDone }: { dialog: Dialog; isOn: boolean; onDone: () => void }) {
  if (dialog === 'app') return <AppSetup isOn={isOn} onDone={onDone} />
  if (dialog === 'passkey') return <PasskeySetup isOn={isOn} onDone={onDone} />
  if (dialog === 'codes') return <NewCodes onDone={onDone} />
  if (dialog === 'remove-app') {
    return (
      <Removal work={removeApp} submit="Remove App" done="The authenticator app was removed." onDone={onDone}>
        Its codes no longer sign you in. Without a passkey, two-step sign-in is turned off.
      </Removal>
    )
  }
  if (dialog === 'off') {
    return (
      <Removal work={turnOff} submit="Turn Off" done="Two-step sign-in is off." onDone={onDone}>
        Your authenticator app, your passkeys and your recovery codes no longer work here. Your password, Google or
        GitHub alone opens your account.
      </Removal>
    )
  }
  const { id, name } = dialog.remove
  return (
    <Removal
      work={(proof) => removePasskey(id, proof)}
      submit="Remove Passkey"
      done={`"${name}" no longer signs you in.`}
      onDone={onDone}
    >
      {`"${name}" no longer signs you in. If it is your last way for the second step, two-step sign-in is turned off.`}
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
        toast('Two-step sign-in', done)
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
      submit="Make New Codes"
      busy={renewal.isPending}
      error={renewal.error}
      onProof={(proof) => renewal.mutate(proof)}
    >
      <p>The codes that you have now no longer work then.</p>
    </ProofForm>
  )
}
