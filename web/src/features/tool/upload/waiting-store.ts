// Files that were given before the tool was there to look at them. It takes them as soon as it is.
import { create } from 'zustand'
import { useBatch } from '../model/batch-store'
import type { Incoming } from '../model/image'

interface WaitingState {
  files: Incoming[]
  /** Whether a run was asked for as soon as the files are images of the batch. */
  run: boolean
}

export const useWaiting = create<WaitingState>(() => ({ files: [], run: false }))

/** Leaves files for the tool; the screen says that they are looked at. */
export function leaveFiles(files: Incoming[]): void {
  if (files.length === 0) return
  useWaiting.setState((state) => ({ files: [...state.files, ...files] }))
  useBatch.getState().addChecking(files.length)
}

/** Hands them over, once. Whoever takes them counts them again while they are looked at. */
export function takeFiles(): Incoming[] {
  const { files } = useWaiting.getState()
  if (files.length === 0) return files
  useWaiting.setState({ files: [] })
  useBatch.getState().addChecking(-files.length)
  return files
}

/** The samples need no options: they are named at once. */
export function askForRun(): void {
  useWaiting.setState({ run: true })
}

/** True once for each time a run was asked for. */
export function takeAskedRun(): boolean {
  const { run } = useWaiting.getState()
  if (run) useWaiting.setState({ run: false })
  return run
}
