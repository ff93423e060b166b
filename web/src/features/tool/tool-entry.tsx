// The tool as the landing page starts it: the drop zone alone. The tool with its rules and its engine follows at the first
// sign that it is wanted: a pointer over it, files, images of the last visit, a template in the address.
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react'
import { loadPart } from '@/lib/load-part'
import { StepBar } from '@/ui/step-bar'
import { hasStoredImages } from './kept/stored-files'
import { useBatch } from './model/batch-store'
import { usePlanLimits } from './model/plan-limits'
import { STEPS } from './model/steps'
import type { ToolProps } from './tool'
import { ToolFrame } from './tool-frame'
import { DropOverlay } from './upload/drop-overlay'
import { EmptyUpload } from './upload/empty-upload'
import { leaveFiles, useWaiting } from './upload/waiting-store'

/** The tool's own module, or one that adds something to it. */
interface ToolModule {
  ToolSteps: ComponentType<Pick<ToolProps, 'placement'>>
  warm: () => void
}

export function ToolEntry({ load }: { load: () => Promise<ToolModule> }) {
  const [ToolSteps] = useState(() => lazy(() => loadPart(load).then((module) => ({ default: module.ToolSteps }))))
  const preload = useCallback(() => fetchAhead(load), [load])
  // Deferred: the first screen stays until the tool can be drawn whole.
  const wanted = useDeferredValue(useWanted())
  useEffect(() => {
    window.addEventListener('dragenter', preload)
    return () => window.removeEventListener('dragenter', preload)
  }, [preload])
  return (
    <ToolFrame placement="landing" onNear={preload}>
      <Suspense fallback={<FirstScreen />}>{wanted ? <ToolSteps placement="landing" /> : <FirstScreen />}</Suspense>
    </ToolFrame>
  )
}

function FirstScreen() {
  return (
    <>
      <StepBar steps={STEPS} current="upload" />
      <DropOverlay enabled onFiles={leaveFiles} />
      <EmptyUpload floatingDock={false} limits={usePlanLimits()} onFiles={leaveFiles} />
    </>
  )
}

/** Once wanted, always wanted: the files that asked for it are taken away by it. */
function useWanted(): boolean {
  const template = (useSearch({ strict: false }) as { template?: string }).template !== undefined
  const waiting = useWaiting((state) => state.files.length > 0)
  const begun = useBatch((state) => state.images.length > 0 || state.step !== 'upload')
  const [wanted, want] = useState(false)
  useEffect(() => void hasStoredImages().then((some) => some && want(true)), [])
  // After the first drawing, which is the build's own whatever the address asks for.
  const asked = template || waiting || begun
  useEffect(() => {
    if (asked) want(true)
  }, [asked])
  return wanted
}

/** A hand on the way to the drop zone is the best moment to fetch the rest. Fetched once, however often it is asked for. */
function fetchAhead(load: () => Promise<ToolModule>): void {
  load().then(
    ({ warm }) => warm(),
    () => undefined,
  )
}
