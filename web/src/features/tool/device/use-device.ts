// Whether images are named on this device: what the person chose, where the server offers the model.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answer, api } from '@/api/client'
import type { WeightsFile } from '@/engine/device'
import { t } from '@/lib/messages'
import { useOffline } from '@/lib/offline'
import { rememberModel, useDeviceStore } from './device-store'
import { useModelIsHere } from './use-model-is-here'

export interface DeviceNaming {
  /** In effect: chosen, and not known to be impossible. */
  on: boolean
  files: WeightsFile[]
  /** What better names need beside them; null where the server has none. */
  best: WeightsFile | null
  /** Whether better names were asked for and can be had. */
  better: boolean
  /** Why it cannot be chosen; null when it can, or while that is not known yet. */
  problem: string | null
  known: boolean
}

const UNKNOWN = t`Could not check for the model. Reload the page to try again.`
const NOT_HERE = t`You are offline, and the model is not on this device yet. Turn this on when you are back online.`

export function useDevice(): DeviceNaming {
  const { chosen, better, ...remembered } = useDeviceStore()
  const { data, isError } = useQuery({
    queryKey: ['naming', 'device'],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/naming/device', { signal })),
    staleTime: 5 * 60 * 1000,
  })
  useEffect(() => {
    if (data) rememberModel(data.problem ? [] : data.files, data.best ?? null)
  }, [data])
  // Without a network the model that was here before is as good.
  const files = data?.files ?? remembered.files
  const best = data ? (data.best ?? null) : remembered.best
  const offline = useOffline()
  const here = useModelIsHere(files, offline, remembered.model.phase === 'ready')
  const problem =
    data?.problem ?? (offline && here === false ? NOT_HERE : isError && files.length === 0 ? UNKNOWN : null)
  const on = chosen && problem === null
  return {
    on,
    files,
    best,
    better: on && better && best !== null,
    problem,
    known: data !== undefined || files.length > 0,
  }
}
