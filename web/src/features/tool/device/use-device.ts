// Whether pictures are named on this device: what the person chose, where the server offers the model.
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { WeightsFile } from '@/engine/device'
import { useDeviceStore } from './device-store'

export interface DeviceNaming {
  /** In effect: chosen, and not known to be impossible. */
  on: boolean
  files: WeightsFile[]
  /** Why it cannot be chosen; null when it can, or while that is not known yet. */
  problem: string | null
  known: boolean
}

const UNKNOWN = 'The server did not say whether it has the model. Reload the page to try again.'

export function useDevice(): DeviceNaming {
  const chosen = useDeviceStore((state) => state.chosen)
  const { data, isError } = useQuery({
    queryKey: ['naming', 'device'],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/naming/device', { signal })),
    staleTime: 5 * 60 * 1000,
  })
  const problem = isError ? UNKNOWN : (data?.problem ?? null)
  return { on: chosen && problem === null, files: data?.files ?? [], problem, known: data !== undefined }
}
