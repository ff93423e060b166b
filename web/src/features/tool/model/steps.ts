// The three steps as the bar above the tool names them.
import type { Step } from './batch-store'

export const STEPS: { id: Step; label: string }[] = [
  { id: 'upload', label: 'Upload' },
  { id: 'processing', label: 'Processing' },
  { id: 'results', label: 'Download' },
]
