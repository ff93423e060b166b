// The choices "On this device" and "Better names", remembered in this browser, and how far each model is on its way.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { device, type WeightsFile } from '@/engine/device'
import { t } from '@/lib/messages'

export type ModelState =
  | { phase: 'absent' }
  | { phase: 'loading'; loaded: number; total: number }
  | { phase: 'ready' }
  | { phase: 'failed'; reason: string }

interface DeviceState {
  chosen: boolean
  /** The model's files as the server last named them. */
  files: WeightsFile[]
  model: ModelState
  /** Whether better names were asked for. */
  better: boolean
  /** The file that better names need beside the others; null where the server has none. */
  best: WeightsFile | null
  bestModel: ModelState
  /** Turning it off also stops a model that is on its way. */
  choose: (chosen: boolean) => void
  chooseBetter: (better: boolean) => void
}

let loading: AbortController | null = null
/** The download for better names that is under way. */
let bringing: { stop: AbortController; done: Promise<boolean> } | null = null

export const useDeviceStore = create<DeviceState>()(
  persist(
    (set) => ({
      chosen: false,
      files: [],
      model: { phase: 'absent' },
      better: false,
      best: null,
      bestModel: { phase: 'absent' },
      choose: (chosen) => {
        if (!chosen) {
          loading?.abort()
          stopBest()
        }
        set(({ model, bestModel }) => ({ chosen, model: readyOrAbsent(model), bestModel: readyOrAbsent(bestModel) }))
      },
      chooseBetter: (better) => {
        if (!better) stopBest()
        set(({ bestModel }) => ({ better, bestModel: readyOrAbsent(bestModel) }))
      },
    }),
    { name: 'nomina.on-device', partialize: ({ chosen, files, better, best }) => ({ chosen, files, better, best }) },
  ),
)

function readyOrAbsent(model: ModelState): ModelState {
  return model.phase === 'ready' ? model : { phase: 'absent' }
}

export function rememberModel(files: WeightsFile[], best: WeightsFile | null): void {
  const known = useDeviceStore.getState()
  if (JSON.stringify([files, best]) !== JSON.stringify([known.files, known.best]))
    useDeviceStore.setState({ files, best })
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
    useDeviceStore.setState({ model: stop.signal.aborted ? { phase: 'absent' } : failed(cause) })
  } finally {
    if (loading === stop) loading = null
  }
}

/** Brings in what better names need; several who ask wait for one download. False where it did not come: names are quick then. */
export function prepareBest(files: WeightsFile[], best: WeightsFile): Promise<boolean> {
  if (useDeviceStore.getState().bestModel.phase === 'ready') return Promise.resolve(true)
  if (!bringing) {
    const stop = new AbortController()
    bringing = { stop, done: bringBest([...files, best], stop) }
  }
  return bringing.done
}

async function bringBest(files: WeightsFile[], stop: AbortController): Promise<boolean> {
  const progress = (loaded: number, total: number) => {
    if (!stop.signal.aborted) useDeviceStore.setState({ bestModel: { phase: 'loading', loaded, total } })
  }
  progress(0, files.at(-1)?.bytes ?? 0)
  try {
    await device.prepare(files, progress, stop.signal)
    useDeviceStore.setState({ bestModel: { phase: 'ready' } })
    return true
  } catch (cause) {
    useDeviceStore.setState({ bestModel: stop.signal.aborted ? { phase: 'absent' } : failed(cause) })
    return false
  } finally {
    if (bringing?.stop === stop) bringing = null
  }
}

/** Gives up on the download for better names, if one is under way. */
export function stopBest(): void {
  bringing?.stop.abort()
}

function failed(cause: unknown): ModelState {
  return {
    phase: 'failed',
    reason: cause instanceof Error ? cause.message : t`The naming model could not be loaded.`,
  }
}
