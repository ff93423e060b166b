// Adding a passkey: the owner's proof and a name, then the browser's own question, then recovery codes with the first.
import bounds from 'virtual:bounds'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Proof } from '@/api/types'
import { t } from '@/lib/messages'
import { toast } from '@/ui/toasts'
import { deviceName } from '../session/device-name'
import { addPasskey, useFactorChange } from '../session/second-factor'
import { ProofForm } from './proof-fields'
import { RecoveryCodes } from './recovery-codes'

interface PasskeySetupProps {
  isOn: boolean
  onDone: () => void
}

export function PasskeySetup({ isOn, onDone }: PasskeySetupProps) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const [codes, setCodes] = useState<string[]>()
  const add = useFactorChange((proof: Proof) => addPasskey(name.trim(), proof))
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  const start = (proof: Proof) => {
    add.mutate(proof, {
      onSuccess: ({ passkey, recoveryCodes }) => {
        toast(t`Passkey Added`, t`You can now sign in with "${passkey.name}".`)
        if (recoveryCodes) setCodes(recoveryCodes)
        else onDone()
      },
    })
  }
  return (
    <ProofForm submit={t`Add Passkey`} codes={isOn} busy={add.isPending} error={add.error} onProof={start}>
      <p>
        {t`A passkey is stored on your device, phone or security key. Use it with your fingerprint, face or PIN, also instead of your password.${isOn ? '' : t` Turning on two-step sign-in signs out your other devices.`}`}
      </p>
      <TextInput
        label={t`Name`}
        maxLength={bounds.keyName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProofForm>
  )
}
