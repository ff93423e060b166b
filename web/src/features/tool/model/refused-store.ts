// What was not added at the last try, and why, when that is too much for a toast. It leaves with the next files, or when it is closed.
import { create } from 'zustand'
import { t } from '@/lib/messages'

/** The title of the toast about refused files. */
export const UPLOAD_ERROR = t`Upload Error`

interface RefusedState {
  lines: string[]
  /** How many files that were; a line can stand for several. */
  files: number
}

const NOTHING: RefusedState = { lines: [], files: 0 }

export const useRefused = create<RefusedState>(() => NOTHING)

export function forgetRefused(): void {
  useRefused.setState(NOTHING)
}
