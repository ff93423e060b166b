// The model that Chrome has built in (the Prompt API with images). Its download is several gigabytes: it starts only when the person
// asks for it. What it says is cleaned like a service's answer.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { inLanguage, loadServices } from '@/engine/services'
import { t } from '@/lib/messages'
import type { Describe } from './name-on-device'

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

interface Session {
  prompt(input: object[], options: { responseConstraint: object; signal: AbortSignal }): Promise<string>
  clone(options: { signal: AbortSignal }): Promise<Session>
  destroy(): void
}

interface DownloadMonitor {
  addEventListener(kind: 'downloadprogress', told: (event: { loaded: number }) => void): void
}

interface CreateOptions {
  expectedInputs: object[]
  expectedOutputs: object[]
  signal?: AbortSignal
  monitor?: (monitor: DownloadMonitor) => void
}

/** The part of the Prompt API that is used here. */
interface PromptApi {
  availability(options: object): Promise<Availability>
  create(options: CreateOptions): Promise<Session>
}

/** Asked for in the same words each time: another choice of inputs may be another model. */
const KIND = {
  expectedInputs: [{ type: 'text', languages: ['en'] }, { type: 'image' }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
}

/** A model on a slow machine takes a while, but not for ever. */
const TIME_OUT_MS = 120_000

interface BrowserModel {
  chosen: boolean
  /** Undefined until the browser was asked. */
  availability: Availability | undefined
  /** How much of the download is done, from 0 to 1; null when none is under way. */
  progress: number | null
  problem: string | null
  choose: (chosen: boolean) => void
}

let downloading: AbortController | null = null
let session: Promise<Session> | undefined

export const useBrowserModel = create<BrowserModel>()(
  persist(
    (set) => ({
      chosen: false,
      availability: undefined,
      progress: null,
      problem: null,
      choose: (chosen) => {
        if (!chosen) stopDownload()
        set({ chosen, problem: null })
      },
    }),
    { name: 'nomina.browser-model', partialize: ({ chosen }) => ({ chosen }) },
  ),
)

function promptApi(): PromptApi | undefined {
  return (globalThis as { LanguageModel?: PromptApi }).LanguageModel
}

/** Asks the browser whether it has such a model. Nothing is downloaded by that. */
export async function findBrowserModel(): Promise<Availability> {
  const found =
    (await promptApi()
      ?.availability(KIND)
      .catch(() => 'unavailable' as const)) ?? 'unavailable'
  useBrowserModel.setState({ availability: found })
  return found
}

/** Has Chrome download its model, because the person asked for it. */
export async function downloadBrowserModel(): Promise<void> {
  const api = promptApi()
  if (!api || downloading) return
  const stop = new AbortController()
  downloading = stop
  useBrowserModel.setState({ progress: 0, problem: null })
  const monitor = (told: DownloadMonitor) =>
    told.addEventListener('downloadprogress', ({ loaded }) => {
      if (downloading === stop) useBrowserModel.setState({ progress: Math.min(1, loaded) })
    })
  try {
    session = Promise.resolve(await api.create({ ...KIND, signal: stop.signal, monitor }))
  } catch (cause) {
    if (!stop.signal.aborted) useBrowserModel.setState({ problem: downloadFailed(cause) })
  } finally {
    if (downloading === stop) downloading = null
    useBrowserModel.setState({ progress: null })
    await findBrowserModel()
  }
}

export function stopDownload(): void {
  downloading?.abort()
}

function downloadFailed(cause: unknown): string {
  const reason = cause instanceof Error && cause.message ? cause.message.replace(/\.\s*$/, '') : t`no reason was given`
  return t`Chrome could not download its model: ${reason}. It needs about 22 GB of free space. Try again, or choose another model.`
}

/** @throws where the model is not here: its download is the person's to start. */
async function openSession(): Promise<Session> {
  const api = promptApi()
  if (!api || (await findBrowserModel()) !== 'available')
    throw new Error(t`Chrome’s own model is not on this device. Download it under Names, or choose another model`)
  return api.create(KIND)
}

export const describeInBrowser: Describe = async (image, context, spelling, signal) => {
  const services = await loadServices()
  const ask = async (again: boolean) => {
    const { prompt, schema } = services.question({ context, ...spelling, again })
    return services.described(await said(prompt, image, schema, signal), spelling)
  }
  return inLanguage(ask, signal)
}

/** Each image in a copy of one session: what was said about others is not known to it. */
async function said(prompt: string, image: Blob, schema: object, signal: AbortSignal): Promise<string> {
  session ??= openSession()
  const base = await session.catch((cause) => {
    session = undefined
    throw cause
  })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_OUT_MS)])
  const content = [
    { type: 'text', value: prompt },
    { type: 'image', value: image },
  ]
  try {
    const own = await base.clone({ signal: limit })
    return await own
      .prompt([{ role: 'user', content }], { responseConstraint: schema, signal: limit })
      .finally(() => own.destroy())
  } catch (cause) {
    signal.throwIfAborted()
    // A session that Chrome has ended (its model was removed, its process crashed) is opened again for the next image.
    session = undefined
    throw limit.aborted ? new Error(t`Chrome’s own model did not answer in time`) : cause
  }
}
