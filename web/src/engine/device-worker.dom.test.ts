// The worker's side of the protocol, in this thread: what it answers when weights or images are not as they should be.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FromWorker, ToWorker } from './messages'

const FILES = [{ url: '/models/see.bin?v=1', bytes: 8 }]
const module = WebAssembly.compile(readFileSync('src/engine/pkg/vision.wasm'))
let said: FromWorker[] = []

async function tell(message: ToWorker): Promise<void> {
  await (self.onmessage as unknown as (event: { data: ToWorker }) => Promise<void>)({ data: message })
}

async function call(parts: Blob[], id = 1, files = FILES): Promise<FromWorker | undefined> {
  await tell({ kind: 'call', id, request: { op: 'describe', text: '', files }, parts })
  return said.at(-1)
}

beforeEach(async () => {
  said = []
  vi.resetModules()
  vi.spyOn(self, 'postMessage').mockImplementation((message) => void said.push(message as FromWorker))
  await import('./device-worker')
  await tell({ kind: 'open', module: await module })
})

afterEach(() => {
  vi.restoreAllMocks()
  self.onmessage = null
})

test('bytes are reported as they come, and damaged weights are fetched once more before that is an error', async () => {
  const fetched: RequestCache[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    fetched.push(init?.cache as RequestCache)
    return new Response('NOMINAV1')
  })
  expect(await call([new Blob(['x'])])).toMatchObject({ kind: 'failed', id: 1, code: 'model' })
  expect(said[0]).toEqual({ kind: 'progress', id: 1, loaded: 8, total: 8 })
  expect(fetched).toEqual(['default', 'reload'])
})

test('weights that are not installed fail with the server’s sentence, and the next call tries again', async () => {
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ title: 'The naming model is not installed.' }, { status: 404 }))
  const failed = { kind: 'failed', code: 'not-loaded', message: 'The naming model is not installed.' }
  expect(await call([new Blob(['x'])])).toMatchObject(failed)
  expect(await call([new Blob(['x'])], 2)).toMatchObject({ ...failed, id: 2 })
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a server that cannot be reached is a sentence of ours', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const message = 'The naming model could not be loaded. Check your connection and try again.'
  expect(await call([new Blob(['x'])])).toMatchObject({ kind: 'failed', code: 'not-loaded', message })
})

test('a crash fails that image only: the next one gets a fresh instance with its weights', async () => {
  let opened = 0
  vi.resetModules()
  vi.doMock('./abi', () => ({
    EngineFailure: class extends Error {},
    Instance: {
      open: async () => {
        opened += 1
        const crashes = opened === 1
        return {
          memoryBytes: 7,
          call: ({ op }: { op: string }) => {
            if (op === 'describe' && crashes) throw new WebAssembly.RuntimeError('unreachable')
            return { value: { name: 'beagle-dog' } }
          },
        }
      },
    },
  }))
  await import('./device-worker')
  await tell({ kind: 'open', module: await module })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('NOMINAV1'))
  expect(await call([new Blob(['x'])])).toMatchObject({ kind: 'failed', id: 1, code: 'crashed' })
  expect(await call([new Blob(['x'])], 2)).toMatchObject({ kind: 'done', id: 2, value: { name: 'beagle-dog' } })
  expect(opened).toBe(2)
  vi.doUnmock('./abi')
})

test('the larger model is added to the quick one, and each name says which of them gave it', async () => {
  const ops: string[] = []
  vi.resetModules()
  const open = async () => ({
    memoryBytes: 7,
    call: ({ op }: { op: string }) => {
      ops.push(op)
      return { value: { name: 'beagle-dog' } }
    },
  })
  vi.doMock('./abi', () => ({ EngineFailure: class extends Error {}, Instance: { open } }))
  await import('./device-worker')
  await tell({ kind: 'open', module: await module })
  const fetched: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    fetched.push(String(url))
    return new Response('12345678')
  })
  const two = [...FILES, { url: '/models/read.bin?v=1', bytes: 8 }]
  const three = [...two, { url: '/models/best.bin?v=1', bytes: 8 }]
  const named = (model: string) => ({ kind: 'done', value: { name: 'beagle-dog', model } })
  expect(await call([new Blob(['x'])], 1, two)).toMatchObject(named('quick'))
  expect(await call([new Blob(['x'])], 2, three)).toMatchObject(named('best'))
  expect(await call([new Blob(['x'])], 3, three)).toMatchObject(named('best'))
  expect(fetched).toEqual(three.map(({ url }) => url))
  expect(ops).toEqual(['loadModel', 'loadReader', 'describe', 'loadBest', 'describe', 'describe'])
  vi.doUnmock('./abi')
})
