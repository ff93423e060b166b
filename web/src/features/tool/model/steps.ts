// The three steps as the bar above the tool names them.
import { t } from '@/lib/messages'
import type { Step } from './batch-store'

export const STEPS: { id: Step; label: string }[] = [
  { id: 'upload', label: t`Upload` },
  { id: 'processing', label: t`Processing` },
  { id: 'results', label: t`Download` },
]
