// Using a confirmation link: once by itself and, where the server asks for it, again with the password of the sign-up.
import { useEffect, useState } from 'react'
import { ApiError, sentenceOf } from '@/api/problem'
import { confirmAddress } from '../session/sign-in'

export type Outcome =
  | { state: 'working' }
  | { state: 'confirmed' }
  | { state: 'password'; message?: string | undefined; busy: boolean }
  | { state: 'failed'; message: string }

/** Each link is used once per page load, also when React mounts the page twice. */
const tried = new Map<string, Promise<Outcome>>()

export function useConfirmation(token: string) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'working' })
  useEffect(() => {
    const attempt = tried.get(token) ?? use(token)
    tried.set(token, attempt)
    void attempt.then(setOutcome)
  }, [token])
  const confirm = (password: string) => {
    setOutcome({ state: 'password', busy: true })
    void use(token, password).then(setOutcome)
  }
  return { outcome, confirm }
}

async function use(token: string, password?: string): Promise<Outcome> {
  try {
    await confirmAddress(token, password)
    return { state: 'confirmed' }
  } catch (error) {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'password_required') return { state: 'password', busy: false }
    const again = password !== undefined && code !== 'link_invalid'
    const message = sentenceOf(error)
    return again ? { state: 'password', message, busy: false } : { state: 'failed', message }
  }
}
