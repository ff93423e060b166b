// Live changes of a person's data: an event names what has changed, and the matching queries are asked again. Events that come
// close together are answered once.
import { useEffect } from 'react'
import type { ServerEvent } from '@/api/event-stream'
import { followLive } from '@/api/live'
import { queryClient } from '@/api/query-client'
import { useSession } from '@/features/account/session/session'
import { validateSession } from '@/features/account/session/session-life'
import { type JobChange, takeJobChange } from '@/features/jobs/jobs'
import { stopRunOf } from '@/features/jobs/running-job'

/** Which queries an event makes old, by the first word of their keys. */
const MAKES_OLD: Record<string, readonly string[]> = {
  batch: ['batches', 'download-count'],
  usage: ['usage'],
  template: ['templates'],
  subscription: ['subscription', 'usage', 'templates', 'download-count'],
}
const GATHER_MS = 250

export function useLiveUpdates(): void {
  const owner = useSession((session) => session.user?.id)
  useEffect(() => {
    if (!owner) return
    // Nobody has told what happened before this page was opened: what was kept from then is shown and asked for again.
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt < performance.timeOrigin })
    const onReturn = () => void queryClient.invalidateQueries()
    return followLive(owner, { onEvent: takeEvent, onReturn })
  }, [owner])
}

let old = new Set<string>()

export function takeEvent({ kind, data }: ServerEvent): void {
  if (kind === 'resync') void queryClient.invalidateQueries()
  if (kind === 'subscription') void validateSession()
  if (kind === 'job') takeJob(data)
  if (old.size === 0) setTimeout(refresh, GATHER_MS)
  for (const key of MAKES_OLD[kind] ?? []) old.add(key)
}

function refresh(): void {
  const keys = old
  old = new Set()
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] })
}

function takeJob(data: string): void {
  const change = parsed(data)
  if (!change) return
  takeJobChange(queryClient, change)
  void stopRunOf(change)
}

function parsed(data: string): JobChange | null {
  try {
    return JSON.parse(data) as JobChange
  } catch {
    return null
  }
}
