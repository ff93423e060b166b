// The steps of the tool in the browser's history: Back goes a step back, Forward a step on. The address stays as it is.
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type Step, useBatch } from './model/batch-store'
import { useRun } from './model/run-store'

declare module '@tanstack/history' {
  interface HistoryState {
    toolStep?: Step
  }
}

export function useStepHistory(): void {
  const { step, restored } = useBatch(useShallow(({ step, restored }) => ({ step, restored })))
  const write = useWriteStep()
  const first = useRef(true)

  // The tool has moved: a new entry. On arrival what the tool shows counts, and the entry is put right.
  useEffect(() => {
    if (!restored) return
    const { toolStep = 'upload' } = window.history.state ?? {}
    if (toolStep !== step) write(step, first.current)
    first.current = false
  }, [step, restored, write])

  // The person has moved. A link says nothing of steps, so the tool stays as it is; so does a running batch.
  useMoves((asked, walked) => {
    const batch = useBatch.getState()
    const wanted = asked ?? (walked ? 'upload' : batch.step)
    if (wanted === batch.step) {
      if ((asked ?? 'upload') !== wanted) write(wanted, true)
    } else if (useRun.getState().running) write(batch.step, false)
    else batch.go(wanted)
  })
}

/** Tells of every other entry of this page that is shown: the step it was left at, and whether it was walked to with Back or Forward. */
function useMoves(moved: (asked: Step | undefined, walked: boolean) => void): void {
  const { history } = useRouter()
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const asked = useLocation({ select: ({ state }) => state.toolStep })
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef({ entry, pathname })
  const how = useRef('PUSH')
  useEffect(() => history.subscribe(({ action }) => (how.current = action.type)), [history])
  const tell = useEffectEvent(moved)
  useEffect(() => {
    const before = shown.current
    if (before.entry === entry) return
    shown.current = { entry, pathname: before.pathname }
    // Another page: the tool is about to go.
    if (before.pathname === pathname) tell(asked, how.current !== 'PUSH' && how.current !== 'REPLACE')
  }, [entry, asked, pathname])
}

function useWriteStep(): (step: Step, replace: boolean) => void {
  const navigate = useNavigate()
  const write = useRef((step: Step, replace: boolean) => {
    void navigate({
      to: '.',
      search: true,
      hash: true,
      replace,
      resetScroll: false,
      state: (state: object) => ({ ...state, toolStep: step }),
    } as never)
  })
  return write.current
}
