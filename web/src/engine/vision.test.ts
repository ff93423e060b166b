// The vision module as the worker calls it, with the weights that are installed. Without them that part says so.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Description } from '../api/types'
import { type EngineFailure, Instance } from './abi'

const MODELS = '../assets/models'
const installed = ['nomina-vision.bin', 'nomina-text.bin'].every((file) => existsSync(`${MODELS}/${file}`))

const open = async () => Instance.open(await WebAssembly.compile(readFileSync('src/engine/pkg/vision.wasm')))

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as EngineFailure).code
  }
  return 'none'
}

/** A bitmap of one colour. */
function bitmap(width: number, height: number): Uint8Array {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = new Uint8Array(54 + row * height).fill(120)
  const view = new DataView(file.buffer)
  file.fill(0, 0, 54)
  file.set([0x42, 0x4d])
  for (const [at, value] of [
    [2, file.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const) {
    view.setUint32(at, value, true)
  }
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  return file
}

test('weights that are missing or damaged are refused by the module, and nothing half loaded stays', async () => {
  const module = await open()
  expect(codeOf(() => module.call({ op: 'describe' }, [bitmap(8, 8)]))).toBe('no-model')
  for (const weights of ['', 'NOMINAV1', 'NOMINAV1....damaged']) {
    expect(codeOf(() => module.call({ op: 'loadModel' }, [new TextEncoder().encode(weights)]))).toBe('model')
  }
  expect(codeOf(() => module.call({ op: 'describe' }, [bitmap(8, 8)]))).toBe('no-model')
})

test.skipIf(!installed)(
  'installed weights give a name, and one changed byte is noticed (run `make setup` if skipped)',
  async () => {
    const module = await open()
    const weights = readFileSync(`${MODELS}/nomina-vision.bin`)
    const damaged = new Uint8Array(weights)
    damaged[1_000_000] = (damaged[1_000_000] ?? 0) ^ 1
    expect(codeOf(() => module.call({ op: 'loadModel' }, [damaged]))).toBe('model')
    module.call({ op: 'loadModel' }, [weights])
    module.call({ op: 'loadReader' }, [readFileSync(`${MODELS}/nomina-text.bin`)])
    const { value } = module.call<Description>({ op: 'describe', text: '' }, [bitmap(64, 48)])
    expect(value.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(value.source).toBe('embedded')
    expect(codeOf(() => module.call({ op: 'describe' }, [new Uint8Array([1, 2, 3])]))).toBe('unsupported')
    expect(module.call<Description>({ op: 'describe' }, [bitmap(64, 48)]).value).toEqual(value)
  },
)
