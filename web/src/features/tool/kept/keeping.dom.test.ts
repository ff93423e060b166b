import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { smallDatabase } from '../testing/database'
import { image } from '../testing/images'

let database: ReturnType<typeof smallDatabase>
beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
  database = smallDatabase()
  vi.stubGlobal('indexedDB', database)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The tool as one load of the page has it. */
async function page() {
  const [
    { useBatch },
    { useOptionChanges },
    { useResults },
    { emptyRow },
    files,
    restore,
    { useKeeping },
    { useMarks },
    { useSent, noteCopy },
    { useRun },
  ] = await Promise.all([
    import('../model/batch-store'),
    import('../model/options-store'),
    import('../model/results-store'),
    import('../model/row'),
    import('./stored-files'),
    import('./restore'),
    import('./keeping'),
    import('../model/marks-store'),
    import('../model/sent-store'),
    import('../model/run-store'),
  ])
  const stores = { useBatch, useOptionChanges, useResults, useKeeping, useMarks, useSent, useRun }
  return { ...stores, emptyRow, noteCopy, ...files, ...restore }
}

/** A visit that has named one image and renamed it by hand. */
async function firstVisit() {
  const tool = await page()
  await tool.restoreVisit()
  const one = image('a.jpg')
  await tool.keepImages([one])
  tool.useBatch.getState().add([one])
  tool.useOptionChanges.getState().change({ resizeImages: true, imageWatermarkFile: 'data:image/png;base64,AA==' })
  const row = {
    ...tool.emptyRow('a.jpg', one.file, ''),
    suggestedName: 'red-dog',
    extension: 'jpg',
    state: 'done' as const,
  }
  tool.useResults.getState().start([{ ...row, output: new Blob(['pixels']) }], {} as never)
  tool.useBatch.getState().go('results')
  tool.useResults.getState().patch(new Map([['a.jpg', { suggestedName: 'my-own-name', isEdited: true }]]))
  return tool
}

test('edited names, options and results come back after a reload', async () => {
  const before = await firstVisit()
  expect(before.useKeeping.getState().saved).toBe(false)
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  vi.resetModules()
  const after = await page()
  expect(await after.restoreVisit()).toBe(1)
  const [row] = after.useResults.getState().rows
  expect(row).toMatchObject({ suggestedName: 'my-own-name', isEdited: true, state: 'done' })
  expect(await row?.output?.text()).toBe('pixels')
  expect(after.useOptionChanges.getState().changes).toMatchObject({ resizeImages: true })
  expect(after.useOptionChanges.getState().changes.imageWatermarkFile).toMatch(/^data:/)
  expect(after.useBatch.getState().step).toBe('results')
})

test('what was changed and removed is undone after a reload, one after the other', async () => {
  const before = await firstVisit()
  const { renameRow } = await import('../model/edits')
  const { removeRows } = await import('./undo')
  const row = () => before.useResults.getState().rows[0] as never
  renameRow(row(), 'second-name')
  renameRow(row(), 'third-name')
  removeRows(['a.jpg'])
  expect(before.useKeeping.getState().saved).toBe(false)
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  expect(database.records('pictures').size).toBe(0)
  vi.resetModules()
  const after = await page()
  expect(await after.restoreVisit()).toBe(0)
  expect(after.useBatch.getState().step).toBe('results')
  const { undo } = await import('./undo')
  undo()
  expect(after.useBatch.getState().images).toHaveLength(1)
  const [back] = after.useResults.getState().rows
  expect(back).toMatchObject({ suggestedName: 'third-name', state: 'done' })
  expect(await back?.output?.text()).toBe('pixels')
  undo()
  expect(after.useResults.getState().rows[0]?.suggestedName).toBe('second-name')
  await vi.waitFor(() => expect(after.useKeeping.getState().saved).toBe(true))
  // What was put aside has gone with its return; what was undone can be done again in the next visit.
  expect([...database.records('history').keys()].filter((id) => id.startsWith('aside'))).toEqual([])
  vi.resetModules()
  const last = await page()
  await last.restoreVisit()
  const { redo } = await import('./undo')
  redo()
  expect(last.useResults.getState().rows[0]?.suggestedName).toBe('third-name')
  redo()
  expect(last.useBatch.getState().images).toEqual([])
})

test('a result whose bytes were not kept comes back with its name and can be made again', async () => {
  const before = await firstVisit()
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  database.records('outputs').clear()
  vi.resetModules()
  const after = await page()
  await after.restoreVisit()
  const [row] = after.useResults.getState().rows
  expect(row).toMatchObject({ suggestedName: 'my-own-name', state: 'cancelled', output: null })
  expect(after.useBatch.getState().step).toBe('upload')
})

test('where nothing can be kept, changes stay unsaved, and leaving can ask', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const tool = await page()
  await tool.restoreVisit()
  vi.useFakeTimers()
  tool.useOptionChanges.getState().change({ resizeImages: true })
  await vi.runAllTimersAsync()
  expect(tool.useKeeping.getState().saved).toBe(false)
})

test('what was changed in the last moment before a reload comes back too', async () => {
  const before = await firstVisit()
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  before.useResults.getState().patch(new Map([['a.jpg', { suggestedName: 'at-the-last-moment', isEdited: true }]]))
  before.useOptionChanges.getState().change({ maxWidth: 800 })
  before.useOptionChanges.getState().showTab('format')
  before.useMarks.getState().toggleMarked('a.jpg')
  database.leave()
  window.dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const after = await page()
  await after.restoreVisit()
  expect(after.useResults.getState().rows[0]?.suggestedName).toBe('at-the-last-moment')
  expect(after.useOptionChanges.getState().changes.maxWidth).toBe(800)
  expect(after.useOptionChanges.getState().tab).toBe('format')
  expect([...after.useMarks.getState().unmarked]).toEqual(['a.jpg'])
})

/** A run over two images, of which the first is finished when the page goes. */
async function runUnderWay() {
  const tool = await page()
  await tool.restoreVisit()
  const images = [image('a.jpg', { order: 0 }), image('b.jpg', { order: 1 })]
  await tool.keepImages(images)
  tool.useBatch.getState().add(images)
  tool.useBatch.getState().go('processing')
  const rows = images.map(({ id, file }) => tool.emptyRow(id, file, ''))
  tool.useResults.getState().start(rows, { prefix: 'x' } as never)
  tool.useResults.getState().keptBy('job-1')
  tool.useRun.getState().begin(0, new Set(['a.jpg', 'b.jpg']))
  tool.noteCopy('hash of a')
  const done = { state: 'done', suggestedName: 'red-dog', extension: 'jpg', output: new Blob(['pixels']) } as const
  tool.useResults.getState().patch(new Map([['a.jpg', done]]))
  return tool
}

test('a reload in the middle of a run comes back at the run, with what is left of it', async () => {
  const before = await runUnderWay()
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  vi.resetModules()
  const after = await page()
  await after.restoreVisit()
  expect(after.useBatch.getState().step).toBe('processing')
  expect(after.useRun.getState()).toMatchObject({ running: false, interrupted: true })
  expect(after.useResults.getState()).toMatchObject({ job: 'job-1', recipe: { prefix: 'x' } })
  expect(after.useResults.getState().rows.map(({ id, state }) => [id, state])).toEqual([
    ['a.jpg', 'done'],
    ['b.jpg', 'cancelled'],
  ])
})

test('what has left the device is kept with the batch', async () => {
  const before = await runUnderWay()
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  vi.resetModules()
  const after = await page()
  await after.restoreVisit()
  expect(after.useSent.getState()).toMatchObject({ copies: ['hash of a'], known: true })
})

test('a copy that left in the last moment before a reload is not forgotten', async () => {
  const before = await runUnderWay()
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  before.noteCopy('hash of b')
  database.leave()
  window.dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const after = await page()
  await after.restoreVisit()
  expect(after.useSent.getState().copies).toEqual(['hash of a', 'hash of b'])
})

test('results of an earlier version do not claim that nothing was sent', async () => {
  const before = await firstVisit()
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  for (const record of database.records('batches').values()) delete (record as { sent?: unknown }).sent
  vi.resetModules()
  const after = await page()
  await after.restoreVisit()
  expect(after.useSent.getState().known).toBe(false)
})

test('a second run that is reloaded does not show the results of the first as its own', async () => {
  const before = await firstVisit()
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  const one = before.useBatch.getState().images[0]
  before.useBatch.getState().go('processing')
  before.useResults.getState().start([before.emptyRow('a.jpg', one?.file as File, '')], {} as never)
  before.useRun.getState().begin(0, new Set(['a.jpg']))
  await vi.waitFor(() => expect(before.useKeeping.getState().saved).toBe(true))
  vi.resetModules()
  const after = await page()
  await after.restoreVisit()
  expect(after.useResults.getState().rows[0]).toMatchObject({ state: 'cancelled', output: null })
  expect(after.useRun.getState().interrupted).toBe(true)
})
