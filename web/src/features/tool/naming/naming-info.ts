// Who names the images on this server, and the sentence that says what leaves the device and to whom.
import { useQuery } from '@tanstack/react-query'
import { authorisedFetch } from '@/api/client'
import type { LocalOffer } from '@/api/types'
import { t } from '@/lib/messages'

export interface NamingInfo {
  provider: string
  label: string
  /** Whether the reduced copy is sent on to somebody else's service. */
  leavesServer: boolean
  concurrency?: number | null
  /** Why no model is at work, when none is. */
  problem?: string | null
  /** Models on this computer, where the server runs on it too. */
  local?: LocalOffer[]
}

export function useNamingInfo(): NamingInfo | undefined {
  const { data } = useQuery({
    queryKey: ['naming'],
    queryFn: async ({ signal }) => {
      const response = await authorisedFetch(new Request('/api/v1/naming', { signal }))
      if (!response.ok) throw new Error(t`The server answered ${response.status}`)
      return (await response.json()) as NamingInfo
    },
    staleTime: 5 * 60 * 1000,
  })
  return data
}

/** Who looks at the images, in words that fit after "names by". */
export function namerOf(info: NamingInfo | undefined, onDevice = false, local?: LocalOffer, better = false): string {
  if (onDevice && better) return t`the larger model on this device`
  if (onDevice) return t`the model on this device`
  if (local) return t`${local.model} on this computer`
  return info?.leavesServer ? info.label : t`the model on this server`
}

/** What happens to a copy once it has left, in one sentence. */
export function copySentence(info: NamingInfo | undefined, onDevice = false, local?: LocalOffer): string {
  if (onDevice) return t`Nothing leaves your browser: the server only counts the names.`
  if (local) return t`A small copy of each goes to ${local.label} on this computer and nowhere else.`
  return info?.leavesServer
    ? t`A small copy of each, without metadata, is sent through this server to ${info.label}.`
    : t`A small copy of each, without metadata, is sent only to this server.`
}

/** What a person should know before the start when no model is at work. */
export function problemSentence(
  info: NamingInfo | undefined,
  onDevice = false,
  local?: LocalOffer,
): string | undefined {
  if (onDevice || local || !info?.problem) return undefined
  return t`No naming model is available: ${info.problem.replace(/\.$/, '')}. Images get their cleaned original names.`
}
