import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications, notifications } from '@mantine/notifications'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/problem'
import type { Batch } from '@/api/types'
import { useSession } from '@/features/account/session/session'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { denial, leftNote } from './download'
import { badgeOf } from './history'
import { HistoryList } from './history-list'

const batch: Batch = {
  id: 'b1',
  batchName: 'Holiday',
  fileCount: 3,
  processedCount: 3,
  status: 'completed',
  expiresAt: '2099-01-01T00:00:00Z',
  zipFileSize: 1_500_000,
  downloadUrl: '/x',
  isDownloadable: true,
  directUpload: false,
  downloadCount: 0,
  processingOptions: { convertFormat: true, outputFormat: 'webp' } as never,
  thumbnails: [],
  createdAt: '2026-11-15T10:00:00Z',
  updatedAt: '2026-11-15T10:00:00Z',
}
const LIST = 'GET /api/v1/batches'

let server: FakeServer
beforeEach(() => {
  notifications.clean()
  useSession.setState({ status: 'signed-in', user: { id: 'u1' } as never, tier: 'starter' })
  server = fakeServer({
    [LIST]: { body: { items: [batch], total: 1 } },
    'GET /api/v1/downloads/count': { body: { count: 1, limit: 3 } },
    'GET /api/v1/batches/b1/download-permission': { body: { canDownload: true, downloadsUsed: 1, downloadsLimit: 3 } },
    'PATCH /api/v1/batches/b1': { body: { ...batch, batchName: 'Summer' } },
    'DELETE /api/v1/batches/b1': { status: 204 },
  })
})

async function open(onUseSettings = async () => undefined) {
  await renderAt(
    '/dashboard/jobs',
    <MantineProvider env="test">
      <ModalsProvider>
        <HistoryList onUseSettings={onUseSettings} />
        <Notifications />
      </ModalsProvider>
    </MantineProvider>,
  )
  await screen.findByRole('button', { name: 'Holiday. Rename' })
  return userEvent.setup()
}

test('HIST-02: a badge for each state; what nobody knows is shown as it is', () => {
  const now = Date.parse('2026-11-15T00:00:00Z')
  const label = (status: string, expiresAt = '2026-11-20T00:00:00Z') => badgeOf({ status, expiresAt }, now).label
  expect(label('completed')).toBe('Available')
  expect(label('processing')).toBe('Processing')
  expect(label('failed')).toBe('Failed')
  expect(label('archived')).toBe('archived')
  expect(label('completed', '2026-11-14T00:00:00Z')).toBe('Expired')
})

test('HIST-03: Enter saves the trimmed name, Escape leaves it', async () => {
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Holiday. Rename' }))
  await hand.keyboard('nothing{Escape}')
  expect(server.count('PATCH /api/v1/batches/b1')).toBe(0)
  await hand.click(screen.getByRole('button', { name: 'Holiday. Rename' }))
  await hand.keyboard('  Summer {Enter}')
  expect(await screen.findByText('Batch name updated successfully.')).toBeTruthy()
  expect(server.asked.find(({ what }) => what.startsWith('PATCH'))?.body).toEqual({ batchName: 'Summer' })
})

test('HIST-03: an empty or endless name is refused before it is sent, a stranger by the server', async () => {
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Holiday. Rename' }))
  await hand.keyboard('  {Enter}')
  expect(await screen.findByText('Batch name cannot be empty.')).toBeTruthy()
  const field = screen.getByRole('textbox', { name: 'Batch name' })
  await hand.clear(field)
  await hand.click(field)
  await hand.paste('x'.repeat(256))
  await hand.keyboard('{Enter}')
  expect(await screen.findByText('Batch name cannot exceed 255 characters')).toBeTruthy()
  expect(server.count('PATCH /api/v1/batches/b1')).toBe(0)
  server.on('PATCH /api/v1/batches/b1', { status: 404, body: { title: 'Batch not found or access denied' } })
  await hand.clear(field)
  await hand.type(field, 'Other')
  await hand.click(screen.getByRole('button', { name: 'Save the name' }))
  const sentence = 'Failed to update batch name. You may not have permission to edit this batch.'
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('HIST-04: the toast of a download tells when one or none is left', () => {
  expect(leftNote({ downloadsUsed: 1, downloadsLimit: 3 })).toBe('')
  expect(leftNote({ downloadsUsed: 2, downloadsLimit: 3 })).toBe(' 1 download remaining this week.')
  expect(leftNote({ downloadsUsed: 3, downloadsLimit: 3 })).toBe(' No downloads remaining this week.')
  expect(leftNote({ downloadsUsed: 900, downloadsLimit: null })).toBe('')
})

test('HIST-04: a refusal says why and what helps; anything else can be tried again', () => {
  const refused = (message: string) => denial(new ApiError(message, { status: 429, code: 'x' }))
  expect(refused('Download limit reached (3 per week)')).toEqual([
    'Access Denied',
    'Download limit reached (3 per week). Upgrade your subscription for unlimited downloads.',
  ])
  expect(refused('Starter tier access expired')[1]).toBe(
    'Starter tier access expired. Upgrade your subscription for longer retention.',
  )
  expect(refused('')[1]).toBe('This batch is no longer available for download.')
  expect(denial(new Error('offline'))).toEqual(['Download Failed', 'Failed to download the batch. Please try again.'])
})

test.each([
  [{ status: 500, body: { title: 'Internal Server Error' } }, 'Error checking download permissions'],
  ['unreachable', 'Unable to verify download permissions'],
] as const)('HIST-04: a permission that cannot be checked means not allowed', async (answer, sentence) => {
  server.on('GET /api/v1/batches/b1/download-permission', answer)
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Download Holiday' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(server.count('POST /api/v1/batches/b1/download')).toBe(0)
})

test('HIST-05: the rule of the count stands beside it', async () => {
  await open()
  expect(await screen.findByText(/Downloading the same batch again within seven days does not count\./)).toBeTruthy()
})

test('HIST-04: a granted download starts and is announced', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const grant = { url: '/api/v1/files/t', fileName: 'Holiday.zip', expiresAt: '', downloadsUsed: 2, downloadsLimit: 3 }
  server.on('POST /api/v1/batches/b1/download', { body: grant })
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Download Holiday' }))
  expect(await screen.findByText('Downloading Holiday... 1 download remaining this week.')).toBeTruthy()
  expect(clicked).toHaveBeenCalledOnce()
})

test('HIST-04: the week’s notice at one left, and the way to a larger plan at none', async () => {
  server.on('GET /api/v1/downloads/count', { body: { count: 3, limit: 3 } })
  await open()
  expect(await screen.findByText('Download limit reached')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/dashboard/billing')
})

test('HIST-02: fifty a page; a list that has become shorter shows its last page', async () => {
  let total = 51
  const last = { ...batch, id: 'b2', batchName: 'The last' }
  server.on(LIST, ({ query }) => {
    const items = query.get('offset') === '0' ? [batch] : total > 50 ? [last] : []
    return { body: { items, total } }
  })
  server.on('DELETE /api/v1/batches/b2', { status: 204 })
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('51-51 of 51')).toBeTruthy()
  total = 50
  await hand.click(await screen.findByRole('button', { name: 'Delete The last' }))
  await hand.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('button', { name: 'Holiday. Rename' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

test('a search that is cleared keeps its field', async () => {
  const hand = await open()
  server.on(LIST, ({ query }) => {
    const items = query.get('q') ? [] : [batch]
    return { body: { items, total: items.length } }
  })
  const field = screen.getByRole('textbox', { name: 'Search the history' })
  await hand.type(field, 'nowhere')
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  await hand.clear(field)
  await screen.findByRole('button', { name: 'Holiday. Rename' })
  expect(document.activeElement).toBe(field)
})

test('a batch is deleted after a question', async () => {
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Delete Holiday' }))
  await hand.click(await screen.findByRole('button', { name: 'Delete' }))
  await expect.poll(() => server.count('DELETE /api/v1/batches/b1')).toBe(1)
})

test('the files of a batch are shown when they are asked for', async () => {
  const file = {
    id: 'f1',
    originalFilename: 'IMG_1.jpg',
    processedFilename: 'red-boat.jpg',
    originalSize: 2000,
    processedSize: 1000,
    mimeType: 'image/jpeg',
    status: 'completed',
  }
  server.on('GET /api/v1/batches/b1', { body: { ...batch, files: [file] } })
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Show the files' }))
  expect(await screen.findByText('red-boat.jpg')).toBeTruthy()
})

test('HIST-02: a history that cannot be fetched says so and can be tried again', async () => {
  server.on(LIST, { status: 422, body: { title: 'no' } })
  await renderAt('/dashboard/jobs', <HistoryList onUseSettings={async () => undefined} />)
  expect(await screen.findByText('Failed to load processing history.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})

test('CACHE-01: a history that does not come in time is shown empty, without a word', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('slow', 'TimeoutError')), 20)
    return controller.signal
  })
  server.on(LIST, 'silent')
  await renderAt('/dashboard/jobs', <HistoryList onUseSettings={async () => undefined} />)
  expect(await screen.findByText('No batches yet')).toBeTruthy()
  timeout.mockRestore()
})
