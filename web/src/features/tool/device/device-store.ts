// The choice "On this device", remembered in this browser, and how far the model is on its way.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { device, type WeightsFile } from '@/engine/device'
import { t } from '@/lib/messages'

type ModelState =
  | { phase: 'absent' }
  | { phase: 'loading'; loaded: number; total: number }
  | { phase: 'ready' }
  | { phase: 'failed'; reason: string }

interface DeviceState {
  chosen: boolean
  /** The model's files as the server last named them. */
  files: WeightsFile[]
  model: ModelState
  /** Turning it off also stops a model that is on its way. */
  choose: (chosen: boolean) => void
}

let loading: AbortController | null = null

export const useDeviceStore = create<DeviceState>()(
  persist(
    (set) => ({
      chosen: false,
      files: [],
      model: { phase: 'absent' },
      choose: (chosen) => {
        if (!chosen) loading?.abort()
        set(({ model }) => ({ chosen, model: model.phase === 'ready' ? model : { phase: 'absent' } }))
      },
    }),
    { name: 'nomina.on-device', partialize: ({ chosen, files }) => ({ chosen, files }) },
  ),
)

export function rememberModel(files: WeightsFile[]): void {
  if (JSON.stringify(files) !== JSON.stringify(useDeviceStore.getState().files)) useDeviceStore.setState({ files })
}

/** Shows bytes as they come; the last ones still have to be unpacked. */
export function reportModel(loaded: number, total: number): void {
  useDeviceStore.setState({ model: { phase: 'loading', loaded, total } })
}

export function modelIsReady(): void {
  if (useDeviceStore.getState().model.phase !== 'ready') useDeviceStore.setState({ model: { phase: 'ready' } })
}

/** Brings the model in, once, while the person is still choosing options. */
export async function prepareModel(files: WeightsFile[]): Promise<void> {
  const { phase } = useDeviceStore.getState().model
  if (phase === 'ready' || loading) return
  const stop = new AbortController()
  loading = stop
  try {
    await device.prepare(files, reportModel, stop.signal)
    modelIsReady()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : t`The naming model could not be loaded.`
    useDeviceStore.setState({ model: stop.signal.aborted ? { phase: 'absent' } : { phase: 'failed', reason } })
  } finally {
    if (loading === stop) loading = null
  }
}
