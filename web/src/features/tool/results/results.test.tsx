import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rules } from '@/engine/rules'
import { saveBlob, saveStream } from '@/lib/save-file'
import { useResults } from '../model/results-store'
import { emptyRow, type ResultRow, UNREADABLE } from '../model/row'
import { processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { Results } from './results'

vi.mock('@/engine', () => ({ engine: { thumbnail: async () => processed('small'), sha256: async () => 'hash' } }))
vi.mock('@/lib/save-file', () => ({ saveBlob: vi.fn(), saveStream: vi.fn() }))

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (id: string, suggestedName: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(id, new File(['original bytes'], `${id}.JPG`), ''),
  suggestedName,
  extension: 'jpg',
  state: 'done',
  output: new Blob(['new']),
  ...change,
})

/** A handle whose file was deleted. */
function vanished(): Blob {
  const arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  return Object.assign(new Blob(['x']), { slice: () => ({ arrayBuffer }) })
}

const onRetry = vi.fn()
async function show(rows: ResultRow[]) {
  useResults.getState().start(rows, rules.defaults)
  const none = () => {}
  await showAs('guest', <Results rules={rules} progress={null} onBack={none} onReset={none} onRetry={onRetry} />)
}

beforeEach(() => {
  vi.mocked(saveBlob).mockClear()
  vi.mocked(saveStream).mockImplementation(async (open) => {
    await open()
    return true
  })
})

const nameButton = (name: string) => screen.getByRole('button', { name: `New name ${name}. Change it` })
const field = (id: string) => screen.getByRole('textbox', { name: `New name for ${id}.JPG` })

describe('the table', () => {
  test('has all its columns', async () => {
    await show([row('a', 'dog')])
    expect(screen.getByRole('heading', { name: 'Review & Download' })).toBeTruthy()
    const columns = screen.getAllByRole('columnheader').map((one) => one.textContent)
    expect(columns).toEqual(['Preview', 'Original Name', 'New Name', 'Size', 'Actions'])
  })

  test('says what went wrong and offers to try again', async () => {
    await show([row('a', 'a', { error: 'AI processing failed: no. Using cleaned original name.' })])
    expect(screen.getByText('AI processing failed: no. Using cleaned original name.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Retry a.JPG' }))
    expect(onRetry).toHaveBeenCalledWith(['a'])
  })

  test('offers to try all of them again when there are several', async () => {
    const cancelled = { state: 'cancelled', output: null, error: 'Not processed: cancelled.' } as const
    await show([row('a', 'dog'), row('b', '', cancelled), row('c', '', cancelled)])
    fireEvent.click(screen.getByRole('button', { name: 'Retry 2 images' }))
    expect(onRetry).toHaveBeenCalledWith(['b', 'c'])
  })

  test('marks a collision', async () => {
    await show([row('a', 'dog'), row('b', 'dog')])
    expect(nameButton('dog-2.jpg')).toBeTruthy()
    expect(screen.getAllByText('Another image has this name, so a number was added.')).toHaveLength(1)
  })

  test('states both counts when the run is complete', async () => {
    await show([row('a', 'dog')])
    await act(async () =>
      useResults.getState().finish({ byAi: 3, fromCache: 2, fallback: 0, failed: 0, cancelled: false }),
    )
    expect(screen.getByText('Processing Complete!')).toBeTruthy()
    expect(screen.getByText('3 images processed by AI, 2 used the cache.')).toBeTruthy()
  })
})

describe('editing a name', () => {
  test('cleans while typing; Enter keeps it', async () => {
    await show([row('a', 'dog'), row('b', 'cat')])
    fireEvent.click(nameButton('dog.jpg'))
    fireEvent.change(field('a'), { target: { value: 'Big Dog / Park' } })
    expect(screen.getByText('Becomes big-dog-park.jpg')).toBeTruthy()
    fireEvent.submit(field('a'))
    expect(nameButton('big-dog-park.jpg')).toBeTruthy()
    expect(useResults.getState().rows[0]).toMatchObject({ suggestedName: 'big-dog-park', isEdited: true })
  })

  test('warns of a name that is taken', async () => {
    await show([row('a', 'dog'), row('b', 'cat')])
    fireEvent.click(nameButton('cat.jpg'))
    fireEvent.change(field('b'), { target: { value: 'Dog' } })
    expect(screen.getByText(/Another image has this name: a number will be added\./)).toBeTruthy()
  })

  test('Escape leaves it as it was', async () => {
    await show([row('a', 'dog')])
    fireEvent.click(nameButton('dog.jpg'))
    fireEvent.change(field('a'), { target: { value: 'other' } })
    fireEvent.keyDown(field('a'), { key: 'Escape' })
    expect(nameButton('dog.jpg')).toBeTruthy()
  })

  test('a name that was rewritten says so after it is saved', async () => {
    await show([row('a', 'dog')])
    fireEvent.click(nameButton('dog.jpg'))
    fireEvent.change(field('a'), { target: { value: 'My Dog' } })
    fireEvent.submit(field('a'))
    expect(nameButton('my-dog.jpg')).toBeTruthy()
    expect(screen.getByText('You typed “My Dog”. The name was adjusted to your naming options.')).toBeTruthy()
  })

  test('what was said about a name goes with it', async () => {
    await show([row('a', 'dog', { alternatives: ['beagle'] })])
    const said = 'You typed “My Dog”. The name was adjusted to your naming options.'
    const type = (text: string) => {
      fireEvent.click(screen.getByRole('button', { name: /^New name/ }))
      fireEvent.change(field('a'), { target: { value: text } })
      fireEvent.submit(field('a'))
    }
    type('My Dog')
    expect(screen.getByText(said)).toBeTruthy()
    fireEvent.keyDown(nameButton('my-dog.jpg'), { key: 'z', ctrlKey: true })
    expect(nameButton('dog.jpg')).toBeTruthy()
    expect(screen.queryByText(said)).toBeNull()
    type('My Dog')
    fireEvent.keyDown(nameButton('my-dog.jpg'), { key: 'a' })
    expect(nameButton('beagle.jpg')).toBeTruthy()
    expect(screen.queryByText(said)).toBeNull()
  })

  test('a failed image carries no marker of a new name', async () => {
    await show([row('a', 'dog', { state: 'failed', error: 'Processing failed: no. Using cleaned original name.' })])
    expect(nameButton('dog.jpg').querySelector('.new')).toBeNull()
    expect(screen.getByText('0 of 1 ready. 1 failed. Click a name to change it.')).toBeTruthy()
  })

  test('a name without letters or digits is not taken', async () => {
    await show([row('a', 'dog')])
    fireEvent.click(nameButton('dog.jpg'))
    fireEvent.change(field('a'), { target: { value: '///' } })
    expect(screen.getByText('A name needs at least one letter or digit.')).toBeTruthy()
    fireEvent.submit(field('a'))
    expect(nameButton('dog.jpg')).toBeTruthy()
  })
})

describe('downloading', () => {
  test('one image, with its toast', async () => {
    await show([row('a', 'dog')])
    fireEvent.click(screen.getByRole('button', { name: 'Download dog.jpg' }))
    expect(await screen.findByText('Success!')).toBeTruthy()
    expect(saveBlob).toHaveBeenCalledWith(expect.any(Blob), 'dog.jpg')
    expect(screen.getByText('dog.jpg downloaded successfully.')).toBeTruthy()
  })

  test('one image that cannot be saved', async () => {
    vi.mocked(saveBlob).mockImplementationOnce(() => {
      throw new Error('no')
    })
    await show([row('a', 'dog')])
    fireEvent.click(screen.getByRole('button', { name: 'Download dog.jpg' }))
    expect(await screen.findByText('Failed to download image.')).toBeTruthy()
  })

  test('what has vanished from the disk is no success: its row fails with a reason', async () => {
    await show([row('a', 'dog', { output: vanished() })])
    fireEvent.click(screen.getByRole('button', { name: 'Download dog.jpg' }))
    expect(await screen.findByText('Failed to download image.')).toBeTruthy()
    expect(screen.queryByText('Success!')).toBeNull()
    expect(saveBlob).not.toHaveBeenCalled()
    expect(screen.getByText(UNREADABLE)).toBeTruthy()
    expect(screen.getByText('0 of 1 ready. 1 failed. Click a name to change it.')).toBeTruthy()
  })

  test('a ZIP is made of the rest when one has vanished, which can then be removed', async () => {
    await show([row('a', 'dog'), row('b', 'cat', { output: vanished() })])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Download All as ZIP' })))
    expect(await screen.findByText('Downloaded 1 images as ZIP file.')).toBeTruthy()
    expect(screen.queryByText('Failed to create ZIP file.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove b.JPG' }))
    expect(useResults.getState().rows.map(({ id }) => id)).toEqual(['a'])
  })

  test('all of them as processed-images.zip, counting what is in it', async () => {
    await show([row('a', 'dog'), row('b', 'cat'), row('c', '', { state: 'cancelled', output: null })])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Download All as ZIP' })))
    expect(vi.mocked(saveStream).mock.calls[0]?.[1]).toBe('processed-images.zip')
    expect(await screen.findByText('Downloaded 2 images as ZIP file.')).toBeTruthy()
  })

  test('a ZIP that fails says so; one that is called off says nothing', async () => {
    vi.mocked(saveStream).mockRejectedValueOnce(new Error('disk'))
    await show([row('a', 'dog')])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Download All as ZIP' })))
    expect(await screen.findByText('Failed to create ZIP file.')).toBeTruthy()
    vi.mocked(saveStream).mockResolvedValueOnce(false)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Download All as ZIP' })))
    expect(screen.queryByText('Success!')).toBeNull()
  })
})

test('find and replace shows what will change and does it', async () => {
  await show([row('a', 'red-dog'), row('b', 'blue-cat')])
  fireEvent.click(screen.getByRole('button', { name: 'Find and replace' }))
  fireEvent.change(await screen.findByLabelText('Find'), { target: { value: 'red' } })
  fireEvent.change(screen.getByLabelText('Replace with'), { target: { value: 'Green {n}' } })
  expect(screen.getByText('1 name will change.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Rename 1' }))
  expect(useResults.getState().rows[0]?.suggestedName).toBe('green-1-dog')
})
