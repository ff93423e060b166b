import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EngineFailure } from '@/engine/abi'
import { useBatch } from '../model/batch-store'
import { useOptionChanges } from '../model/options-store'
import { image, inspection, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { UploadStep } from './upload-step'

const inspect = vi.hoisted(() => vi.fn())
vi.mock('@/engine', () => ({
  engine: { inspect, thumbnail: async () => processed('small') },
}))
vi.mock('@/engine/rules', async (original) => ({ ...(await original<object>()), loadRules: () => rulesPromise }))
const rulesPromise = realRules()

beforeEach(() => {
  useBatch.setState({ images: [], step: 'upload', checking: 0 })
  inspect.mockImplementation(async (file: Blob) => {
    if ((await file.text()).startsWith('image')) return inspection()
    throw new EngineFailure('unsupported', 'No known format.')
  })
})

const file = (name: string, content = 'image') => new File([content], name)

async function choose(...files: File[]) {
  const input = screen.getByTestId('file-input')
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => fireEvent.change(input))
}

test('going on without images is refused', async () => {
  await showAs('guest', <UploadStep floatingDock={false} />)
  fireEvent.click(screen.getByRole('button', { name: 'Next: Configure Processing' }))
  expect(await screen.findByText('No images uploaded')).toBeTruthy()
  expect(screen.getByText('Please upload at least one image before proceeding.')).toBeTruthy()
  expect(useBatch.getState().step).toBe('upload')
})

test('how it works is explained', async () => {
  await showAs('guest', <UploadStep floatingDock={false} />)
  expect(screen.getByRole('heading', { name: 'How It Works' })).toBeTruthy()
})

test('chosen images are counted and announced, and the next step opens', async () => {
  await showAs('guest', <UploadStep floatingDock={false} />)
  await choose(file('a.jpg'), file('b.jpg'))
  expect(await screen.findByText('Images Added')).toBeTruthy()
  expect(screen.getByText('2 image(s) ready for processing.')).toBeTruthy()
  expect(screen.getByText('Images Ready')).toBeTruthy()
  expect(screen.getByText('2/20')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next: Configure Processing' }))
  expect(useBatch.getState().step).toBe('processing')
})

test('all errors are joined in one toast', async () => {
  await showAs('guest', <UploadStep floatingDock={false} />)
  const files = Array.from({ length: 21 }, (_, at) => file(`${at}.jpg`))
  await choose(file('notes.txt', 'hello'), ...files)
  await screen.findByText('Upload Error')
  const toasts = screen.getAllByRole('alert')
  expect(toasts).toHaveLength(1)
  expect(toasts[0]?.textContent).toContain(
    'notes.txt: Unsupported file type.\nCannot exceed 20 images per batch. 20 added, 1 left out.',
  )
  await waitFor(() => expect(useBatch.getState().images).toHaveLength(20))
})

test('essential takes up to 250', async () => {
  useBatch.setState({ images: [image('a.jpg')] })
  await showAs('essential', <UploadStep floatingDock={false} />)
  expect(screen.getByText('1/250')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add More' })).toBeTruthy()
})

test('an image can be removed, and all of them', async () => {
  useBatch.setState({ images: [image('a.jpg'), image('b.jpg')] })
  await showAs('guest', <UploadStep floatingDock={false} />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove a.jpg' }))
  expect(useBatch.getState().images.map((one) => one.name)).toEqual(['b.jpg'])
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(useBatch.getState().images).toEqual([])
})

test('UP-04: a long list of refused files is in one toast and on the page, whole in both', async () => {
  await showAs('guest', <UploadStep floatingDock={false} />)
  const wrong = Array.from({ length: 12 }, (_, n) => file(`letter-${n}.png`, 'Dear Sir'))
  await choose(file('a.jpg'), ...wrong)
  const [toast] = await screen.findAllByRole('alert')
  expect(toast?.textContent).toContain(wrong.map(({ name }) => `${name}: Unsupported file type.`).join('\n'))
  expect(screen.getByRole('heading', { name: '12 files not added' })).toBeTruthy()
  for (const { name } of wrong)
    expect(screen.getByText(`${name}: Unsupported file type.`, { selector: 'li' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close the list' }))
  expect(screen.queryByText('letter-0.png: Unsupported file type.', { selector: 'li' })).toBeNull()
})

test('an error leaves when its cause is gone', async () => {
  await showAs('guest', <UploadStep floatingDock={false} />)
  fireEvent.click(screen.getByRole('button', { name: 'Next: Configure Processing' }))
  await screen.findByText('No images uploaded')
  await choose(file('a.jpg'))
  await waitFor(() => expect(screen.queryByText('No images uploaded')).toBeNull())
  await choose(file('letter.png', 'Dear Sir'))
  await screen.findByText('letter.png: Unsupported file type.')
  await choose(file('b.jpg'))
  await waitFor(() => expect(screen.queryByText('letter.png: Unsupported file type.')).toBeNull())
})

test('Next, pressed while files are being read, waits for them', async () => {
  let read: (value: object) => void = () => undefined
  inspect.mockImplementation(() => new Promise((done) => (read = done)))
  await showAs('guest', <UploadStep floatingDock={false} />)
  await choose(file('a.jpg'))
  fireEvent.click(screen.getByRole('button', { name: 'Next: Configure Processing' }))
  expect(screen.getByRole('button', { name: 'Reading 1 file…' })).toBeTruthy()
  expect(screen.queryByText('No images uploaded')).toBeNull()
  await act(async () => read(inspection()))
  await waitFor(() => expect(useBatch.getState().step).toBe('processing'))
})

test('two drops in a row do not pass the limit together', async () => {
  await showAs('guest', <UploadStep floatingDock={false} />)
  const some = (from: number) => Array.from({ length: 15 }, (_, at) => file(`${from + at}.jpg`))
  const input = screen.getByTestId('file-input')
  await act(async () => {
    for (const files of [some(0), some(100)]) {
      Object.defineProperty(input, 'files', { value: files, configurable: true })
      fireEvent.change(input)
    }
  })
  await waitFor(() => expect(useBatch.getState().checking).toBe(0))
  expect(useBatch.getState().images).toHaveLength(20)
})

test('OPT-01: a new batch begins on the naming tab', async () => {
  useOptionChanges.getState().showTab('format')
  await showAs('guest', <UploadStep floatingDock={false} />)
  await choose(file('a.jpg'))
  await waitFor(() => expect(useBatch.getState().images).toHaveLength(1))
  expect(useOptionChanges.getState().tab).toBe('naming')
})
