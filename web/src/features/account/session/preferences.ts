// A person's preferences as the server keeps them. The tool reads the same query to fill in its options.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { Preferences } from '@/api/types'
import { useSession } from './session'

const TIMEOUT_MS = 10_000

export function preferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['preferences', userId],
    // A screen shows the kept copy at once and asks again: a reload right after saving must not bring old values back.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      return withLocalTimeZone(await answer(api.GET('/api/v1/preferences', { signal: limited })))
    },
  })
}

/** The preferences of whoever is signed in; nothing for guests. */
export function usePreferences() {
  const user = useSession((session) => session.user)
  return useQuery({ ...preferencesQuery(user?.id ?? ''), enabled: user !== null })
}

export function useSavePreferences() {
  return usePreferencesChange((next: Preferences) => answer(api.PUT('/api/v1/preferences', { body: next })))
}

export function useResetPreferences() {
  return usePreferencesChange((_: undefined) => answer(api.DELETE('/api/v1/preferences')))
}

function usePreferencesChange<Input>(change: (input: Input) => Promise<Preferences>) {
  const queries = useQueryClient()
  const userId = useSession((session) => session.user?.id ?? '')
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => queries.setQueryData(preferencesQuery(userId).queryKey, withLocalTimeZone(saved)),
  })
}

/** An empty or UTC time zone is filled in from the browser (SET-01). */
export function withLocalTimeZone(preferences: Preferences, local = browserTimeZone()): Preferences {
  const unset = preferences.timezone === '' || preferences.timezone === 'UTC'
  return unset ? { ...preferences, timezone: local } : preferences
}

function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
