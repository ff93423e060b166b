// The steps of the tool in the browser's history: Back goes a step back, Forward a step on. The address stays as it is.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Step, useBatch } from './batch-store'
import { useRun } from './process/run-store'

declare module '@tanstack/history' {
  interface HistoryState {
    toolStep?: Step
  }
}

export function useStepHistory(): void {
  const step = useBatch((state) => state.step)
  const inHistory = useLocation({ select: (location) => location.state.toolStep ?? 'upload' })
  const write = useWriteStep()
  const first = useRef(true)

  // The tool has moved: a new entry. On arrival what the tool shows counts, and the entry is put right.
  useEffect(() => {
    const { toolStep = 'upload' } = window.history.state ?? {}
    if (toolStep !== step) write(step, first.current)
    first.current = false
  }, [step, write])

  // The person went through the history. A running batch stays where it is.
  const before = useRef(inHistory)
  useEffect(() => {
    if (before.current === inHistory) return
    before.current = inHistory
    const batch = useBatch.getState()
    if (batch.step === inHistory) return
    if (useRun.getState().running) write(batch.step, false)
    else batch.go(inHistory)
  }, [inHistory, write])
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
