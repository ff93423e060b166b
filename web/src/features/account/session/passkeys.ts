// The browser's part of passkeys (WebAuthn): options in, a signed answer out. Binary values travel as base64url.
import { ApiError } from '@/api/problem'
import type { PasskeyCreation, PasskeyRequest } from '@/api/types'
import { t } from '@/lib/messages'

/** What the server wants to see of a new passkey. */
interface MadePasskey {
  clientDataJSON: string
  attestationObject: string
}

/** What the server wants to see of a passkey that is used. */
export interface ShownPasskey {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

export async function makePasskey(options: PasskeyCreation): Promise<MadePasskey> {
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rp: { id: options.rpId, name: 'Nomina' },
        user: { id: bytesOf(options.userId), name: options.userName, displayName: options.userDisplayName },
        pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: options.exclude.map(descriptorOf),
        // Kept by the device where it can, so that it signs in alone; checked by PIN or fingerprint where there is one.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        attestation: 'none',
        timeout: options.timeoutMs,
      },
    }),
  )
  const response = made.response as AuthenticatorAttestationResponse
  return { clientDataJSON: textOf(response.clientDataJSON), attestationObject: textOf(response.attestationObject) }
}

/** `alone` is a sign-in without a password: the device must check who it is. */
export async function showPasskey(options: PasskeyRequest, alone: boolean): Promise<ShownPasskey> {
  const shown = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rpId: options.rpId,
        allowCredentials: options.allow.map(descriptorOf),
        userVerification: alone ? 'required' : 'preferred',
        timeout: options.timeoutMs,
      },
    }),
  )
  const response = shown.response as AuthenticatorAssertionResponse
  return {
    id: textOf(shown.rawId),
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  }
}

async function ask(call: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!('PublicKeyCredential' in window)) throw noPasskey(t`This browser does not support passkeys here.`)
  try {
    const credential = await call()
    if (credential) return credential as PublicKeyCredential
  } catch (cause) {
    throw noPasskey(sentenceFor((cause as DOMException).name))
  }
  throw noPasskey(sentenceFor('NotAllowedError'))
}

function noPasskey(sentence: string): ApiError {
  return new ApiError(sentence, { status: 0, code: 'no_passkey' })
}

function sentenceFor(name: string): string {
  switch (name) {
    case 'InvalidStateError':
      return t`This device already has a passkey for your account.`
    case 'SecurityError':
      return t`Passkeys only work on the domain name of this site. Open it by name (localhost on this machine), not by IP address.`
    case 'NotSupportedError':
      return t`This device cannot create a passkey for this site.`
    default:
      return t`The passkey request was cancelled or timed out. Please try again.`
  }
}

function descriptorOf(id: string): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(id) }
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

export function textOf(buffer: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
