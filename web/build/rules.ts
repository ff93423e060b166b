// What the rules' wasm says, as modules of constants, asked while building: `virtual:plans` (those that can be bought, so that prices
// are in the page before any script runs), `virtual:bounds` and `virtual:likeness`, for screens that need no other rule. The server
// reads the same tables.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { Bounds, Plan } from '../src/api/types.ts'
import { Instance } from '../src/engine/abi.ts'

const RULES = 'src/engine/pkg/rules.wasm'

interface Constants {
  plans: Plan[]
  bounds: Bounds
  likeness: { sameImage: number; telling: number; sameScene: number; burstS: number }
}

async function constants(): Promise<Constants> {
  const rules = await Instance.open(await WebAssembly.compile(readFileSync(RULES)))
  return rules.call<Constants>({ op: 'constants' }).value
}

export async function plansForSale(): Promise<Plan[]> {
  return (await constants()).plans.filter((plan) => plan.forSale)
}

const MODULES: Record<string, () => Promise<unknown>> = {
  '\0virtual:plans': plansForSale,
  '\0virtual:bounds': async () => (await constants()).bounds,
  '\0virtual:likeness': async () => (await constants()).likeness,
}

export function rules(): Plugin {
  return {
    name: 'nomina-rules',
    resolveId: { filter: { id: /^virtual:(plans|bounds|likeness)$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:(plans|bounds|likeness)$/ },
      handler: async (id) => `export default ${JSON.stringify(await MODULES[id]?.())}`,
    },
  }
}
