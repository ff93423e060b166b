// Which model names the images: the one that the person chose, where it can be had, else the server's. One place says what it is
// called, where copies of the images go, and how it is asked.
import { useMemo } from 'react'
import { loadPart } from '@/lib/load-part'
import { t } from '@/lib/messages'
import type { Person } from '../model/tier'
import { useLocalChoice, useLocalModel } from '../naming/local-service'
import { copySentence, type NamingInfo, namerOf, problemSentence, useNamingInfo } from '../naming/naming-info'
import { type ReadyService, readyService, useOwnKeys } from '../naming/own-services'
import { send } from '../naming/send'
import type { SuggestName } from '../naming/suggest-name'
import { describeInBrowser, useBrowserModel } from './browser-model'
import { useDeviceStore } from './device-store'
import { deviceNamer } from './name-on-device'
import { oweName } from './owed-names'
import { type DeviceNaming, useDevice } from './use-device'

export type Choice =
  | { kind: 'server' | 'device' | 'browser' }
  /** A program on this computer, or a service with a key of one's own. */
  | { kind: 'local' | 'own'; service: string }

/** A model that the page asks by itself, past our server. */
export interface PageModel {
  suggest: (person: Person) => SuggestName
  /** Whether its names use the plan's allowance. */
  counts: boolean
  /** Whether the images stay on this device: such a run is not kept on the server either. */
  stays: boolean
}

interface Namer {
  kind: Choice['kind']
  /** Fits after "names by". */
  label: string
  /** What leaves this browser and to whom, in one sentence. */
  copies: string
  /** Why no model is at work, when none is. */
  problem: string | undefined
  /** What earlier names are remembered under besides their words. */
  service: string | undefined
  page: PageModel | undefined
  device: DeviceNaming
  /** Images in flight at once that it wants; undefined without a wish. */
  concurrency: number | undefined
}

/** Uses one model and none of the others. */
export function chooseModel(choice: Choice): void {
  useDeviceStore.getState().choose(choice.kind === 'device')
  useLocalChoice.getState().choose(choice.kind === 'local' ? choice.service : null)
  useOwnKeys.getState().choose(choice.kind === 'own' ? choice.service : null)
  useBrowserModel.getState().choose(choice.kind === 'browser')
}

export function useNamer(): Namer {
  const device = useDevice()
  const info = useNamingInfo()
  const local = useLocalModel(info)
  const { chosen, keys } = useOwnKeys()
  const own = useMemo(() => readyService(chosen, keys), [chosen, keys])
  // One that was chosen and has gone answers with a sentence; the images do not go to the server instead.
  const inBrowser = useBrowserModel((state) => state.chosen && state.availability !== 'unavailable')
  return useMemo(() => {
    if (own) return ofService(own, device)
    if (inBrowser) return ofBrowser(device)
    const { on, better } = device
    return {
      kind: on ? 'device' : local ? 'local' : 'server',
      label: namerOf(info, on, local, better),
      copies: copySentence(info, on, local),
      problem: problemSentence(info, on, local),
      service: on ? undefined : local?.service,
      page: undefined,
      device,
      concurrency: on ? undefined : local ? 1 : serverWants(info),
    }
  }, [own, inBrowser, device, info, local])
}

function serverWants(info: NamingInfo | undefined): number | undefined {
  return info?.concurrency ?? undefined
}

const OFF = { on: false, better: false }

/** As many at once as the server's client sends to a service. */
const AT_ONCE = 3

function ofService(own: ReadyService, device: DeviceNaming): Namer {
  return {
    kind: 'own',
    label: t`${own.label} with your key`,
    copies: t`A small copy of each, without metadata, goes from this browser straight to ${own.label}. This does not use your allowance.`,
    problem: undefined,
    service: serviceKey(own),
    page: serviceModel(own),
    device: { ...device, ...OFF },
    concurrency: AT_ONCE,
  }
}

/** Names of another model of the same service are others. */
export function serviceKey({ id, model }: ReadyService): string {
  return `own ${id} ${model}`
}

export function serviceModel(own: ReadyService): PageModel {
  const refused = (problem: string) => useOwnKeys.setState({ problem: `${problem}.` })
  const suggest = (): SuggestName => {
    // Few people have a key: what asks a service is fetched with the first question.
    const namer = loadPart(() => import('../naming/ask-service')).then(({ ownNamer }) => ownNamer(own, refused))
    return async (request, signal) => (await namer)(request, signal)
  }
  return { suggest, counts: false, stays: false }
}

function ofBrowser(device: DeviceNaming): Namer {
  return {
    kind: 'browser',
    label: t`Chrome’s own model on this device`,
    copies: t`Nothing leaves your browser: the server only counts the names.`,
    problem: undefined,
    service: BROWSER_SERVICE,
    page: browserModel,
    device: { ...device, ...OFF },
    concurrency: 1,
  }
}

export const BROWSER_SERVICE = 'browser'

const browserModel: PageModel = {
  suggest: (person) => deviceNamer(describeInBrowser, send, () => oweName(person)),
  counts: true,
  stays: true,
}
