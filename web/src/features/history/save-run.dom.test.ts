import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/problem'
import { put, upload } from '@/api/upload'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { forgetSaving, offerRun, type RunToSave, saveAgain, saveRun, useSaving } from './save-run'

vi.mock('@/api/upload', () => ({ put: vi.fn(), upload: vi.fn() }))
vi.mock('@/engine', () => ({ engine: { sha256: async () => 'a hash' } }))
const sent = vi.mocked(upload)
const sentDirectly = vi.mocked(put)

const file = {
  originalFilename: 'a.jpg',
  processedFilename: 'boat.jpg',
  originalSize: 2,
  processedSize: 1,
  mimeType: 'image/jpeg',
}
let version = 'one'
const run = (): RunToSave => ({
  key: 'key-1',
  name: 'Holiday',
  jobId: 'j1',
  fileCount: 1,
  processedCount: 1,
  options: {} as never,
  pack: () => ({ version, files: async () => [file], zip: async () => new Blob(['zip']) }),
})

let server: FakeServer
beforeEach(() => {
  forgetSaving()
  version = 'one'
  sent.mockReset().mockResolvedValue({ downloadUrl: '/x', fileSize: 3 })
  const batch = { id: 'b1', expiresAt: '2026-11-22T00:00:00Z' }
  server = fakeServer({
    'POST /api/v1/batches': { status: 201, body: batch },
    'GET /api/v1/batches/b1': { body: batch },
    'POST /api/v1/batches/b1/files': { body: { saved: 1 } },
  })
})

const phase = () => useSaving.getState().saving.phase

test('HIST-01: batch, files and ZIP are sent in this order, with the fields of the form', async () => {
  await saveRun(run())
  expect(phase()).toBe('saved')
  expect(server.asked.map(({ what }) => what)).toEqual(['POST /api/v1/batches', 'POST /api/v1/batches/b1/files'])
  const [path, { form }] = sent.mock.calls[0] as Parameters<typeof upload>
  expect(path).toBe('/server/api/store-zip?batchId=b1')
  expect([...form.keys()]).toEqual(['zipFile', 'batchId', 'originalFilename'])
  expect(form.get('batchId')).toBe('b1')
})

test('HIST-01: a failure says why and can be tried again, into the same batch', async () => {
  sent.mockRejectedValueOnce(
    new ApiError('The ZIP holds a file that is too large.', { status: 422, code: 'invalid_zip' }),
  )
  await saveRun(run())
  expect(useSaving.getState().saving).toEqual({
    phase: 'failed',
    reason: 'Server storage failed: The ZIP holds a file that is too large.',
  })
  await saveAgain()
  expect(phase()).toBe('saved')
  expect(server.count('POST /api/v1/batches')).toBe(1)
})

/** A server whose ZIPs go to the object store. */
function direct(status: number) {
  sentDirectly.mockReset().mockResolvedValue(status)
  const batch = { id: 'b1', expiresAt: '2026-11-22T00:00:00Z', directUpload: true }
  const address = { url: 'https://store/zips/x', headers: { 'x-amz-checksum-sha256': 'x' }, expiresAt: batch.expiresAt }
  server.on('POST /api/v1/batches', { status: 201, body: batch })
  server.on('POST /api/v1/batches/b1/upload', { body: address })
}

test('a ZIP goes to the object store where the server says so, and is saved once it was checked', async () => {
  direct(200)
  let asked = 0
  server.on('POST /api/v1/batches/b1/upload/complete', () => {
    asked += 1
    return asked < 3 ? { status: 202 } : { body: { downloadUrl: '/x', fileSize: 3 } }
  })
  await saveRun(run())
  expect([phase(), asked, sent.mock.calls.length]).toEqual(['saved', 3, 0])
  expect(server.asked.find(({ what }) => what.endsWith('/upload'))?.body).toEqual({ size: 3, sha256: 'a hash' })
  const [address, { headers }] = sentDirectly.mock.calls[0] as Parameters<typeof put>
  expect([address, headers]).toEqual(['https://store/zips/x', { 'x-amz-checksum-sha256': 'x' }])
})

test('a store that cannot be reached or refuses does not cost the batch: the ZIP goes through the server', async () => {
  for (const status of [0, 403]) {
    direct(status)
    await saveRun(run())
    expect(phase()).toBe('saved')
  }
  expect(sent).toHaveBeenCalledTimes(2)
  expect(server.count('POST /api/v1/batches/b1/upload/complete')).toBe(0)
})

test('what the server refuses after the upload is said', async () => {
  direct(200)
  const body = { title: 'The ZIP was not stored.', code: 'not_stored', status: 422 }
  server.on('POST /api/v1/batches/b1/upload/complete', { status: 422, body })
  await saveRun(run())
  expect(useSaving.getState().saving).toEqual({
    phase: 'failed',
    reason: 'Server storage failed: The ZIP was not stored.',
  })
})

test('HIST-01: a watermark image that is too large for the server does not cost the batch', async () => {
  const options = { prefix: 'a', imageWatermarkFile: `data:image/png;base64,${'A'.repeat(2_000_000)}` } as never
  await saveRun({ ...run(), options })
  expect(phase()).toBe('saved')
  const body = server.asked[0]?.body as { processingOptions: object }
  expect(body.processingOptions).toEqual({ prefix: 'a', imageWatermarkFile: null })
})

test('names that change later are saved in place of the old ones', async () => {
  await saveRun(run())
  version = 'two'
  await saveAgain()
  expect(useSaving.getState().saving).toMatchObject({ phase: 'saved', version: 'two' })
  expect(server.count('POST /api/v1/batches')).toBe(1)
  expect(sent).toHaveBeenCalledTimes(2)
})

test('a run that was stopped is stored only when the person asks for it', async () => {
  offerRun(run())
  expect(phase()).toBe('waiting')
  expect(server.asked).toEqual([])
  await saveAgain()
  expect(phase()).toBe('saved')
})

test('the progress of the upload is told while it goes on', async () => {
  const shares: (number | null)[] = []
  const stop = useSaving.subscribe(({ saving }) => saving.phase === 'saving' && shares.push(saving.share))
  sent.mockImplementation(async (_, { onProgress }) => void [0.25, 1].forEach(onProgress))
  await saveRun(run())
  stop()
  expect(shares).toEqual(expect.arrayContaining([null, 0.25, 1]))
})

test('an upload that ends after another run has begun says nothing about it', async () => {
  let done = () => {}
  sent.mockImplementation(
    () =>
      new Promise<void>((resolve) => {
        done = resolve
      }),
  )
  const saving = saveRun(run())
  await vi.waitFor(() => expect(sent).toHaveBeenCalled())
  forgetSaving()
  done()
  await saving
  expect(phase()).toBe('nothing')
})
