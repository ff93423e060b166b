import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ProcessingOptions, Template } from '@/api/types'
import { useSession } from '@/features/account/session/session'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { LoadDialog } from './load-dialog'
import { SaveDialog } from './save-dialog'
import { ReadyMadeTemplates, TemplatesList } from './templates-list'

const options = { convertFormat: true, outputFormat: 'webp' } as ProcessingOptions
const mine: Template = {
  id: 't1',
  name: 'Shop images',
  description: 'White background',
  templateData: options,
  hasWatermarkImage: false,
  isPublic: false,
  isOwn: true,
  isReadyMade: false,
  usageCount: 1,
  createdAt: '2026-11-15T10:00:00Z',
  updatedAt: '2026-11-15T10:00:00Z',
}
const theirs: Template = { ...mine, id: 't2', name: 'Web gallery', isOwn: false, isPublic: true, usageCount: 7 }
const ready: Template = { ...theirs, id: 't5', name: 'For my shop', isReadyMade: true, usageCount: 0 }
const FULL = 'Starter tier users can only have 2 templates. Please upgrade to create more templates.'
const LIST = 'GET /api/v1/templates'

let server: FakeServer
let own: Template[]
let limit: number | null
beforeEach(() => {
  useSession.setState({ status: 'signed-in', user: { id: 'u1' } as never, tier: 'starter' })
  own = [mine]
  limit = 2
  server = fakeServer({
    [LIST]: ({ query }) => {
      const items = query.get('scope') === 'public' ? [ready, theirs] : own
      return { body: { items, total: items.length, limit, limitSentence: FULL, used: own.length } }
    },
    'POST /api/v1/templates': { status: 201, body: mine },
    'PUT /api/v1/templates/t1': { body: mine },
    'PATCH /api/v1/templates/t1': { body: { ...mine, isPublic: true } },
    'POST /api/v1/templates/t2/duplicate': { status: 201, body: { ...mine, id: 't3', name: 'Web gallery (Copy)' } },
    'POST /api/v1/templates/t5/duplicate': { status: 201, body: { ...mine, id: 't6', name: 'For my shop (Copy)' } },
    'POST /api/v1/templates/t1/use': { body: { template: mine, options, notes: [] } },
    'DELETE /api/v1/templates/t1': { status: 204 },
  })
})

async function section() {
  await renderAt(
    '/dashboard/templates',
    <ModalsProvider>
      <TemplatesList />
      <Notifications />
    </ModalsProvider>,
  )
  return userEvent.setup()
}

async function saving() {
  const onClose = vi.fn()
  await renderAt(
    '/dashboard/tools',
    <>
      <SaveDialog opened onClose={onClose} options={options} />
      <Notifications />
    </>,
  )
  await screen.findByRole('combobox', { name: 'Save as' }).catch(() => undefined)
  return { hand: userEvent.setup(), onClose }
}

const bodyOf = (what: string) => server.asked.find((call) => call.what === what)?.body

test('TPL-01: a name is required and trimmed; an empty description is null', async () => {
  const { hand, onClose } = await saving()
  const dialog = screen.getByRole('dialog', { name: 'Save Processing Template' })
  const button = within(dialog).getByRole('button', { name: 'Save' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await hand.type(within(dialog).getByRole('textbox', { name: 'Name' }), '   ')
  await hand.tab()
  expect(screen.getByText('Template name is required')).toBeTruthy()
  await hand.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Square ')
  await hand.type(within(dialog).getByRole('textbox', { name: 'Description' }), '  ')
  await hand.click(button)
  expect(await screen.findByText('Template saved successfully!')).toBeTruthy()
  expect(bodyOf('POST /api/v1/templates')).toEqual({
    name: 'Square',
    description: null,
    isPublic: false,
    templateData: options,
  })
  expect(onClose).toHaveBeenCalled()
})

test('TPL-01: an own template can be saved over, which is an update', async () => {
  const { hand } = await saving()
  await hand.click(screen.getByRole('combobox', { name: 'Save as' }))
  await hand.click(await screen.findByRole('option', { name: 'Replace “Shop images”', hidden: true }))
  const dialog = screen.getByRole('dialog', { name: 'Edit Processing Template' })
  await hand.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Template updated successfully!')).toBeTruthy()
  expect(bodyOf('PUT /api/v1/templates/t1')).toMatchObject({ name: 'Shop images', templateData: options })
})

test('TPL-04: at the limit nothing new can be saved, and the banner says why', async () => {
  own = [mine, { ...mine, id: 't9', name: 'Second' }]
  const { hand } = await saving()
  expect(await screen.findByText('Template Limit Reached')).toBeTruthy()
  expect(screen.getByText(FULL)).toBeTruthy()
  await hand.type(screen.getByRole('textbox', { name: 'Name' }), 'Third')
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
})

test('TPL-07: a failure is said in the dialog, which stays', async () => {
  server.on('POST /api/v1/templates', { status: 500, body: { title: 'broken', code: 'internal' } })
  const { hand, onClose } = await saving()
  await hand.type(screen.getByRole('textbox', { name: 'Name' }), 'Square{Enter}')
  expect(await screen.findByText('Failed to save template. Please try again.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('TPL-02: the dialog counts both kinds, finds by words, and applies', async () => {
  const onApply = vi.fn(() => ['Some options are not part of your plan:', 'Metadata was left out.'])
  await renderAt(
    '/dashboard/tools',
    <>
      <LoadDialog opened onClose={() => undefined} onApply={onApply} />
      <Notifications />
    </>,
  )
  const hand = userEvent.setup()
  expect(await screen.findByRole('tab', { name: 'My Templates (1)' })).toBeTruthy()
  expect(await screen.findByRole('tab', { name: 'Ready-made (1)' })).toBeTruthy()
  expect(await screen.findByRole('tab', { name: 'Public Templates (1)' })).toBeTruthy()
  await hand.type(screen.getByRole('textbox', { name: 'Search templates' }), 'nowhere')
  expect(screen.getByText('No templates found.')).toBeTruthy()
  await hand.clear(screen.getByRole('textbox', { name: 'Search templates' }))
  await hand.type(screen.getByRole('textbox', { name: 'Search templates' }), 'white BACKGROUND')
  await hand.click(screen.getByRole('button', { name: 'Apply Shop images' }))
  expect(
    await screen.findByText(/^Template "Shop images" applied successfully!\s+Some options.+left out\.$/s),
  ).toBeTruthy()
  expect(onApply).toHaveBeenCalledWith(options)
})

test('TPL-03: the owner edits, publishes and deletes; everybody else uses and duplicates', async () => {
  const hand = await section()
  await hand.click(await screen.findByRole('button', { name: 'Make public: Shop images' }))
  await expect.poll(() => bodyOf('PATCH /api/v1/templates/t1')).toEqual({ isPublic: true })
  await hand.click(screen.getByRole('button', { name: 'Delete: Shop images' }))
  await hand.click(await screen.findByRole('button', { name: 'Delete' }))
  await expect.poll(() => server.count('DELETE /api/v1/templates/t1')).toBe(1)
  await hand.click(screen.getByRole('tab', { name: 'Public Templates' }))
  expect(await screen.findByText(/Used 7 times/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit: Web gallery' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Use' }).getAttribute('href')).toContain('template=t2')
  await hand.click(screen.getByRole('button', { name: 'Duplicate: Web gallery' }))
  expect(await screen.findByText('"Web gallery (Copy)" is in My Templates.')).toBeTruthy()
})

test('ready-made templates are used and copied, not changed, and their use is not counted', async () => {
  const hand = await section()
  await hand.click(await screen.findByRole('tab', { name: 'Ready-made' }))
  expect(await screen.findByText('For my shop')).toBeTruthy()
  expect(screen.queryByText('Web gallery')).toBeNull()
  expect(screen.queryByText(/Used 0 times/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Edit|Delete|Make)/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Use' }).getAttribute('href')).toContain('template=t5')
  await hand.click(screen.getByRole('button', { name: 'Duplicate to edit: For my shop' }))
  expect(await screen.findByText('"For my shop (Copy)" is in My Templates.')).toBeTruthy()
})

test('guests see the ready-made templates alone, without what needs an account', async () => {
  useSession.setState({ status: 'guest', user: null })
  await renderAt('/dashboard/templates', <ReadyMadeTemplates />)
  expect(await screen.findByText('For my shop')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Use' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Duplicate/ })).toBeNull()
})

test.each([
  [0, 'Template Limit Info'],
  [1, 'Template Limit Warning'],
  [2, 'Template Limit Reached'],
])('TPL-04: with %i of 2 the banner is "%s"', async (used, title) => {
  own = Array.from({ length: used }, (_, at) => ({ ...mine, id: `t${at}` }))
  await section()
  expect(await screen.findByText(title)).toBeTruthy()
})

test('TPL-04: plans without a limit see no banner', async () => {
  limit = null
  await section()
  await screen.findByText('Shop images')
  expect(screen.queryByText(/Template Limit/)).toBeNull()
})

test('TPL-07: a list that cannot be fetched says so and can be tried again', async () => {
  server.on(LIST, { status: 422, body: { title: 'no' } })
  await section()
  expect(await screen.findByText('Failed to load templates')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})
