// The models that could name images again after a run: those that are here, whichever named them the first time.
import { useEffect, useMemo } from 'react'
import { device, type WeightsFile } from '@/engine/device'
import { t } from '@/lib/messages'
import { useOffline } from '@/lib/offline'
import { describeInBrowser, findBrowserModel, useBrowserModel } from '../device/browser-model'
import { prepareBest, useDeviceStore } from '../device/device-store'
import type { Describe } from '../device/name-on-device'
import { useModelIsHere } from '../device/use-model-is-here'
import { BROWSER_SERVICE, serviceKey, serviceModel } from '../device/use-namer'
import { seenOf } from '../model/seen'
import { noteCopy } from '../model/sent-store'
import type { Person } from '../model/tier'
import { useNamingInfo } from '../naming/naming-info'
import { OWN_SERVICES, readyService, useOwnKeys } from '../naming/own-services'
import { send } from '../naming/send'
import { ENGLISH } from '../naming/spelling'
import { nameSuggester, type SuggestName } from '../naming/suggest-name'

export interface BetterModel {
  id: string
  /** What the button says. */
  label: string
  /** What leaves, and what it costs. */
  about: string
  /** Whether it can say more than the quick model of this device alone. */
  onlyAfterQuick: boolean
  /** What its names are remembered under; see `cacheKey`. */
  service: string | undefined
  suggest: (person: Person) => SuggestName
  /** Brings the model in before the first image. */
  prepare?: () => Promise<void>
}

/** The best at hand first: a service, a program on this computer, the browser's model, the larger model of this device. */
export function useBetterModels(): BetterModel[] {
  const best = useLargerModel()
  const { local } = useNamingInfo() ?? {}
  const keys = useOwnKeys((state) => state.keys)
  const inBrowser = useBrowserModel((state) => state.availability === 'available')
  const offline = useOffline()
  useEffect(() => void findBrowserModel(), [])
  return useMemo(() => {
    const own = OWN_SERVICES.flatMap(({ id }) => readyService(id, keys) ?? []).map(ofService)
    const programs = (local ?? []).map(ofProgram)
    const here = [...(inBrowser ? [BROWSER] : []), ...(best ? [best] : [])]
    return offline ? here : [...own, ...programs, ...here]
  }, [best, local, keys, inBrowser, offline])
}

type Ready = NonNullable<ReturnType<typeof readyService>>

function ofService(own: Ready): BetterModel {
  return {
    id: `own ${own.id}`,
    label: t`Use ${own.label} with your key`,
    about: t`With your key, a small copy of each goes straight to ${own.label}. That does not use your allowance.`,
    onlyAfterQuick: false,
    service: serviceKey(own),
    suggest: serviceModel(own).suggest,
  }
}

function ofProgram({ service, model, label }: { service: string; model: string; label: string }): BetterModel {
  const ask = nameSuggester(send)
  return {
    id: service,
    label: t`Use ${model} on this computer`,
    about: t`Names by ${label} on this computer count towards your plan.`,
    onlyAfterQuick: false,
    service,
    suggest: () => (request, signal) => {
      noteCopy(request.fileHash)
      return ask({ ...request, service }, signal)
    },
  }
}

/** A name made here a second time uses no allowance: the first one has been counted. */
function uncounted(describe: Describe): SuggestName {
  return async ({ image, context, spelling = ENGLISH }, signal) => {
    const seen = await describe(image, context, spelling, signal)
    return { suggestedName: seen.name, alternatives: seen.alternatives, provider: 'device', seen: seenOf(seen) }
  }
}

const BROWSER: BetterModel = {
  id: 'browser',
  label: t`Use Chrome’s own model`,
  about: t`Names that Chrome’s model makes again do not use your allowance.`,
  onlyAfterQuick: false,
  service: BROWSER_SERVICE,
  suggest: () => uncounted(describeInBrowser),
}

function useLargerModel(): BetterModel | null {
  const { files, best, bestModel } = useDeviceStore()
  const wanted = useMemo(() => (best ? [best] : []), [best])
  const here = useModelIsHere(wanted, best !== null, bestModel.phase === 'ready')
  const offline = useOffline()
  return useMemo(
    () => (!best || (offline && !here) ? null : largerModel(files, best, here ?? false)),
    [files, best, here, offline],
  )
}

/** `here`: it need not be downloaded. */
export function largerModel(files: WeightsFile[], best: WeightsFile, here: boolean): BetterModel {
  const megabytes = Math.round(best.bytes / 1e6)
  const all = [...files, best]
  return {
    id: 'best',
    label: here
      ? t`Use the larger model on this device`
      : t`Use the larger model on this device (${megabytes} MB, once)`,
    about: t`The larger model does not use your allowance.`,
    onlyAfterQuick: true,
    service: undefined,
    suggest: () =>
      uncounted((image, context, spelling, signal) =>
        device.describe(image, { context, ...spelling }, all, () => undefined, signal),
      ),
    prepare: () => bringLarger(files, best),
  }
}

async function bringLarger(files: WeightsFile[], best: WeightsFile): Promise<void> {
  if (!(await prepareBest(files, best))) {
    const { bestModel } = useDeviceStore.getState()
    throw new Error(bestModel.phase === 'failed' ? bestModel.reason : t`The larger model is not here.`)
  }
  // What was fetched is used by the next runs too.
  useDeviceStore.getState().chooseBetter(true)
}
