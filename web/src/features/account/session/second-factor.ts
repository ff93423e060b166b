// Two-step sign-in of the person who is signed in, as the server keeps it. Secrets and codes are in one answer each and
// are never kept here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { AddedPasskey, Proof } from '@/api/types'
import { makePasskey } from './passkeys'

const KEY = ['second-factor'] as const

export function useSecondFactor() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => answer(api.GET('/api/v1/me/second-factor', { signal })),
    staleTime: 0,
  })
}

/** Does something with the factors, then shows them as they are. Other devices may have been signed out by it. */
export function useFactorChange<Given, Got>(work: (given: Given) => Promise<Got>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: KEY }),
        queries.invalidateQueries({ queryKey: ['device-sessions'] }),
      ]),
  })
}

export const beginApp = (body: Proof) => answer(api.POST('/api/v1/me/second-factor/app', { body }))
export const confirmApp = (code: string) => answer(api.POST('/api/v1/me/second-factor/app/confirm', { body: { code } }))
export const renewCodes = (body: Proof) => answer(api.POST('/api/v1/me/second-factor/recovery-codes', { body }))

export async function removeApp(body: Proof): Promise<void> {
  await answer(api.POST('/api/v1/me/second-factor/app/remove', { body }))
}

export async function turnOff(body: Proof): Promise<void> {
  await answer(api.POST('/api/v1/me/second-factor/off', { body }))
}

/** Asks the browser for a passkey and gives it to the server. */
export async function addPasskey(name: string, proof: Proof): Promise<AddedPasskey> {
  const options = await answer(api.POST('/api/v1/me/passkeys/options', { body: proof }))
  const made = await makePasskey(options)
  return answer(api.POST('/api/v1/me/passkeys', { body: { name, ...made } }))
}

export const renamePasskey = (id: string, name: string) =>
  answer(api.PATCH('/api/v1/me/passkeys/{id}', { params: { path: { id } }, body: { name } }))

export async function removePasskey(id: string, body: Proof): Promise<void> {
  await answer(api.POST('/api/v1/me/passkeys/{id}/remove', { params: { path: { id } }, body }))
}
