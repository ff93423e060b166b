// The plans that can be bought, as a module (`virtual:plans`): asked of the rules' wasm while building, so that prices are in the
// page before any script runs. The server serves the same table.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { Plan } from '../src/api/types.ts'
import { Instance } from '../src/engine/abi.ts'

const RULES = 'src/engine/pkg/rules.wasm'
const RESOLVED = '\0virtual:plans'

export async function plansForSale(): Promise<Plan[]> {
  const rules = await Instance.open(await WebAssembly.compile(readFileSync(RULES)))
  return rules.call<{ plans: Plan[] }>({ op: 'constants' }).value.plans.filter((plan) => plan.forSale)
}

export function plans(): Plugin {
  return {
    name: 'nomina-plans',
    resolveId: { filter: { id: /^virtual:plans$/ }, handler: () => RESOLVED },
    load: {
      filter: { id: /^\0virtual:plans$/ },
      handler: async () => `export default ${JSON.stringify(await plansForSale())}`,
    },
  }
}
