// What a plan adds, in the words of its card: the plan dialog and the landing page read the same list.
import { t } from '@/lib/messages'

export const PLAN_FEATURES = [
  ['customNaming', t`Custom naming options`],
  ['customWatermarkPositioning', t`Custom watermark positioning`],
  ['customMetadataEditing', t`Custom metadata editing`],
  ['priorityProcessing', t`Priority processing`],
  ['apiAccess', t`API access`],
  ['dedicatedSupport', t`Dedicated support`],
] as const
