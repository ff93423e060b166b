// Chrome's built-in model by a stand-in for the Prompt API.
import { beforeEach, expect, test, vi } from 'vitest'
import { ENGLISH } from '../naming/spelling'
import {
  describeInBrowser,
  downloadBrowserModel,
  findBrowserModel,
  stopDownload,
  useBrowserModel,
} from './browser-model'

const described = vi.fn((text: string) => ({
  described: { ...JSON.parse(text), name: 'cleaned' },
  wrongLanguage: text.includes('English'),
}))
vi.mock('@/engine/services', async (original) => ({
  ...(await original<object>()),
  loadServices: async () => ({
    question: ({ context, again }: { context: string; again: boolean }) => ({
      prompt: `${again ? 'Again. ' : ''}Look. ${context}`,
      schema: { type: 'object' },
    }),
    described,
  }),
}))

let availability: string
const prompt = vi.fn()
const destroy = vi.fn()
const create = vi.fn()
const signal = new AbortController().signal

beforeEach(() => {
  availability = 'available'
  const session = { clone: async () => ({ prompt, destroy }) }
  create.mockReset().mockResolvedValue(session)
  prompt.mockReset().mockResolvedValue('{"fileName":"A Dog"}')
  vi.stubGlobal('LanguageModel', { availability: vi.fn(async () => availability), create })
  useBrowserModel.setState({ chosen: false, availability: undefined, progress: null, problem: null })
})

test('a browser without such a model has none, and looking for one downloads nothing', async () => {
  vi.stubGlobal('LanguageModel', undefined)
  expect(await findBrowserModel()).toBe('unavailable')
  vi.stubGlobal('LanguageModel', { availability: async () => Promise.reject(new Error('no')), create })
  expect(await findBrowserModel()).toBe('unavailable')
  expect(create).not.toHaveBeenCalled()
})

test('a model that is not downloaded is not brought by a run, and the sentence says what to do', async () => {
  availability = 'downloadable'
  await expect(describeInBrowser(new Blob(), '', ENGLISH, signal)).rejects.toThrow('Download it under Names')
  expect(create).not.toHaveBeenCalled()
})

test('the download is shown as it goes and can be stopped', async () => {
  availability = 'downloadable'
  let told: (event: { loaded: number }) => void = () => undefined
  create.mockImplementation(({ monitor, signal: stop }) => {
    monitor({ addEventListener: (_: string, listener: typeof told) => (told = listener) })
    return new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason)))
  })
  const loading = downloadBrowserModel()
  told({ loaded: 0.25 })
  expect(useBrowserModel.getState().progress).toBe(0.25)
  stopDownload()
  await loading
  expect(useBrowserModel.getState()).toMatchObject({ progress: null, problem: null, availability: 'downloadable' })
})

test('a download that fails says why and what to do', async () => {
  create.mockRejectedValue(new Error('Not enough disk space.'))
  await downloadBrowserModel()
  expect(useBrowserModel.getState().problem).toContain(
    'Chrome could not download its model: Not enough disk space. It needs',
  )
})

test('the image and the words are asked about in the shape of the fields, and the answer is cleaned', async () => {
  const image = new Blob(['image'])
  expect(await describeInBrowser(image, 'our dog', ENGLISH, signal)).toMatchObject({ name: 'cleaned' })
  const [messages, options] = prompt.mock.calls[0] ?? []
  expect(messages[0].content).toEqual([
    { type: 'text', value: 'Look. our dog' },
    { type: 'image', value: image },
  ])
  expect(options.responseConstraint).toEqual({ type: 'object' })
  expect(destroy).toHaveBeenCalled()
})

test('an answer in another language is asked for once more, in a session that does not know the first', async () => {
  prompt.mockResolvedValueOnce('{"fileName":"English"}').mockResolvedValueOnce('{"fileName":"Hund"}')
  const asked = () => prompt.mock.calls.map(([messages]) => messages[0].content[0].value)
  expect(await describeInBrowser(new Blob(), '', ENGLISH, signal)).toMatchObject({ fileName: 'Hund' })
  expect(asked()).toEqual(['Look. ', 'Again. Look. '])
  prompt.mockReset().mockResolvedValue('{"fileName":"English"}')
  expect(await describeInBrowser(new Blob(), '', ENGLISH, signal)).toMatchObject({ fileName: 'English' })
  expect(asked()).toHaveLength(2)
  prompt.mockReset().mockResolvedValueOnce('{"fileName":"English"}').mockRejectedValueOnce(new Error('gone'))
  expect(await describeInBrowser(new Blob(), '', ENGLISH, signal)).toMatchObject({ fileName: 'English' })
})

test('after a failure the next image gets a new session', async () => {
  await describeInBrowser(new Blob(), '', ENGLISH, signal)
  const before = create.mock.calls.length
  prompt.mockRejectedValueOnce(new Error('The session was destroyed'))
  await expect(describeInBrowser(new Blob(), '', ENGLISH, signal)).rejects.toThrow('The session was destroyed')
  await describeInBrowser(new Blob(), '', ENGLISH, signal)
  expect(create.mock.calls.length).toBe(before + 1)
})
