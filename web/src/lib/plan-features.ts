// What a plan adds, in the words of its card: the plan dialog and the landing page read the same list.

export const PLAN_FEATURES = [
  ['customNaming', 'Custom naming options'],
  ['customWatermarkPositioning', 'Custom watermark positioning'],
  ['customMetadataEditing', 'Custom metadata editing'],
  ['priorityProcessing', 'Priority processing'],
  ['apiAccess', 'API access'],
  ['dedicatedSupport', 'Dedicated support'],
] as const
