// The real rules for tests: the wasm module that `make` has built, opened once.
import { readFileSync } from 'node:fs'
import { Instance } from '@/engine/abi'
import { type Rules, rulesOf } from '@/engine/rules'

let opened: Promise<Rules> | undefined

export function realRules(): Promise<Rules> {
  opened ??= WebAssembly.compile(readFileSync('src/engine/pkg/rules.wasm')).then(Instance.open).then(rulesOf)
  return opened
}
