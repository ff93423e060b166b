// The tool: upload, configure, review. The dashboard's tools section and the landing page's hero (through tool-entry) render this.
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useEffectEvent } from 'react'
import { loadRules } from '@/engine/rules'
import { loadPart } from '@/lib/load-part'
import { isOffline } from '@/lib/offline'
import { PageSkeleton } from '@/ui/page-skeleton'
import { TemplateButtons, type ToolTemplates, useTemplateFromAddress } from './configure/templates'
import { useNamer } from './device/use-namer'
import { useKeeping } from './kept/keeping'
import { useBatch } from './model/batch-store'
import { percentOf } from './model/progress'
import { useResults } from './model/results-store'
import { useRun } from './model/run-store'
import { usePerson } from './model/tier'
import { useRecipe } from './model/use-recipe'
import { useRules } from './model/use-rules'
import { InterruptedStep } from './process/interrupted-step'
import { processBatch, resumeRun, retryImages } from './process/processing'
import { startOver } from './process/reset'
import type { RunKeeper } from './process/run-keeper'
import { RunningStep, useProgressSentence } from './process/running-step'
import { UsageLimitDialog } from './process/usage-limit-dialog'
import { useStepHistory } from './step-history'
import { ToolFrame } from './tool-frame'
import { ToolHead } from './tool-head'
import { DropOverlay } from './upload/drop-overlay'
import { UploadStep } from './upload/upload-step'
import { useUndoKeys } from './upload/use-undo-keys'
import { useUpload } from './upload/use-upload'
import { takeAskedRun, takeFiles, useWaiting } from './upload/waiting-store'
import { useWorkbench } from './workbench'

// The first screen loads alone; the others follow as soon as there is an image, before anyone can ask for them.
const loadConfigure = () => import('./configure/configure-step')
const loadResults = () => import('./results/results')
const ConfigureStep = lazy(() => loadPart(loadConfigure).then((module) => ({ default: module.ConfigureStep })))
const Results = lazy(() => loadPart(loadResults).then((module) => ({ default: module.Results })))

export interface ToolProps {
  placement: 'landing' | 'dashboard'
  templates?: ToolTemplates
  /** Keeps the runs of signed-in people. */
  keeper?: RunKeeper
  /** What there is to say about keeping the results, above them. */
  saving?: ReactNode
}

export function Tool(props: ToolProps) {
  return (
    <ToolFrame placement={props.placement}>
      <Suspense fallback={<PageSkeleton shape="tools" />}>
        <ToolSteps {...props} />
      </Suspense>
    </ToolFrame>
  )
}

/** Fetches what the first image will need. */
export function warm(): void {
  void loadRules().catch(() => undefined)
}

export function ToolSteps({ placement, templates, keeper, saving }: ToolProps) {
  // A step is a large screen: drawn as a deferred value, React may pause in between and the page stays responsive.
  const step = useDeferredValue(useBatch((state) => state.step))
  const running = useDeferredValue(useRun((state) => state.running))
  const { add } = useUpload()
  useLeftFiles(add)
  const interrupted = useRun((state) => state.interrupted)
  const { process, nameSome, keepNames, retry, resume } = useProcessing(keeper)
  useAskedRun(process)
  useTemplateFromAddress(templates)
  useLeaveWarning(running)
  useStepHistory()
  useUndoKeys(step !== 'results' && !running)
  usePreload()
  const floatingDock = useWorkbench(placement) || placement === 'dashboard'

  return (
    <>
      <ToolHead placement={placement} step={step} running={running} />
      <DropOverlay enabled={step === 'upload'} onFiles={add} />
      <Suspense fallback={<PageSkeleton shape="tools" />}>
        {step === 'upload' ? <UploadStep floatingDock={floatingDock} /> : null}
        {step === 'processing' && !running && interrupted ? (
          <InterruptedStep floatingDock={floatingDock} onResume={resume} />
        ) : null}
        {step === 'processing' && !running && !interrupted ? (
          <ConfigureStep
            floatingDock={floatingDock}
            templateButtons={<TemplateButtons templates={templates} />}
            onProcess={process}
          />
        ) : null}
        {step === 'processing' && running ? <RunningStep floatingDock={floatingDock} /> : null}
        {step === 'results' ? <ResultsStep onRetry={retry} saving={saving} /> : null}
      </Suspense>
      <UsageLimitDialog onName={nameSome} onKeepNames={keepNames} />
    </>
  )
}

function ResultsStep({ onRetry, saving }: { onRetry: (ids: string[]) => void; saving: ReactNode }) {
  const rules = useRules()
  const running = useRun((state) => state.running)
  const percent = useRun((state) => percentOf(state.progress))
  const sentence = useProgressSentence(running)
  return (
    <Results
      rules={rules}
      progress={running ? { percent, sentence } : null}
      saving={running ? null : saving}
      onBack={() => useBatch.getState().go('processing')}
      onReset={startOver}
      onRetry={onRetry}
    />
  )
}

function useProcessing(keeper: RunKeeper | undefined) {
  const rules = useRules()
  const person = usePerson()
  const { device: naming, service, page, concurrency: wanted } = useNamer()
  const { options, change } = useRecipe()
  // Never more at once than the plan allows, nor than the naming service wants.
  const concurrency = Math.min(person.plan.limits.concurrent, wanted ?? Number.POSITIVE_INFINITY)
  const device = naming.on ? naming.files : null
  const best = naming.better ? naming.best : null
  const settings = { rules, person, options, concurrency, device, best, service, page, keeper }
  return {
    process: () => void processBatch(settings),
    nameSome: (names: number) => void processBatch({ ...settings, names }),
    keepNames: () => {
      change({ keepNames: true })
      void processBatch({ ...settings, options: { ...options, keepNames: true } })
    },
    retry: (ids: string[]) => void retryImages(settings, ids),
    resume: () => void resumeRun(settings),
  }
}

/** Takes the files that were given before the tool was here, as soon as it is known whose limits count. */
function useLeftFiles(add: ReturnType<typeof useUpload>['add']): void {
  const left = useWaiting((state) => state.files)
  const { settled } = usePerson()
  useEffect(() => {
    if (settled && left.length > 0) void add(takeFiles())
  }, [left, settled, add])
}

/** Samples are named as soon as they are here. Without a network nothing could be named: they wait for the person. */
function useAskedRun(process: () => void): void {
  const asked = useWaiting((state) => state.run)
  const ready = useBatch((state) => state.images.length > 0 && state.checking === 0)
  const start = useEffectEvent(() => {
    if (!takeAskedRun() || isOffline()) return
    useBatch.getState().go('processing')
    process()
  })
  useEffect(() => {
    if (asked && ready) start()
  }, [asked, ready])
}

function usePreload(): void {
  const some = useBatch((state) => state.images.length > 0)
  useEffect(() => {
    if (some) void Promise.all([loadConfigure(), loadResults()]).catch(() => undefined)
  }, [some])
}

/** Closing the tab in the middle of a run, or with names that are not written down yet, asks first. */
function useLeaveWarning(running: boolean): void {
  const saved = useKeeping((state) => state.saved)
  const unsaved = useResults((state) => state.typing || (!saved && state.rows.some((row) => row.isEdited)))
  useEffect(() => {
    if (!running && !unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running, unsaved])
}
