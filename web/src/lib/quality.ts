// Quality as people set it, in the settings and in the tool: percent, in the steps that the settings keep.

export const QUALITY = { min: 10, max: 100, step: 5 } as const
