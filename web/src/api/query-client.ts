// Server data: fresh for five minutes, kept for an hour, persisted, and shown stale when a fetch fails (CACHE-01).
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { defaultShouldDehydrateQuery, type Query, QueryClient } from '@tanstack/react-query'
import { type PersistQueryClientOptions, removeOldestQuery } from '@tanstack/react-query-persist-client'
import { ApiError } from './problem'

const MINUTE_MS = 60_000
export const FRESH_MS = 5 * MINUTE_MS
export const KEPT_MS = 60 * MINUTE_MS
const STORAGE_KEY = 'nomina-cache'

/** A failure that another try may heal: no answer, or a server that is busy. */
function worthAnotherTry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: worthAnotherTry, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

// Written almost at once: a reload right after a change must not bring the old value back.
export const persister = createSyncStoragePersister({
  storage: safeStorage(),
  key: STORAGE_KEY,
  throttleTime: 20,
  // Storage is small: when it is full, what was fetched first goes first.
  retry: removeOldestQuery,
})

/** What outlives a reload; a query with `meta: { kept: false }` holds too much for it. */
export const persistOptions: Omit<PersistQueryClientOptions, 'queryClient'> = {
  persister,
  maxAge: KEPT_MS,
  dehydrateOptions: {
    shouldDehydrateQuery: (query: Query) => defaultShouldDehydrateQuery(query) && query.meta?.kept !== false,
  },
}

/** Forgets everything that was fetched for a person. Called on sign-out. */
export function forgetServerData(): void {
  queryClient.clear()
  persister.removeClient()
}

function safeStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
