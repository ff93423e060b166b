import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { ProcessingOptions } from '@/api/types'
import { useBatch } from '../model/batch-store'
import { useComparison } from '../model/comparison-store'
import { useOptionChanges } from '../model/options-store'
import { FormatTab } from '../options/format-tab'
import { image, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { LiveComparison } from './live-comparison'

const processNow = vi.hoisted(() => vi.fn())
vi.mock('@/engine', () => ({ engine: { processNow, thumbnail: async () => ({ blob: new Blob(['small']) }) } }))
vi.mock('@/engine/rules', async (load) => ({ ...(await load<object>()), loadRules: () => realRules() }))

beforeEach(() => {
  processNow.mockReset()
  const half = async (file: Blob, options: ProcessingOptions) => {
    if (options.maxWidth === 13) throw new Error('The image has too many pixels.')
    return { ...processed(''), blob: new Blob([new Uint8Array(file.size * options.compressionQuality)]) }
  }
  processNow.mockImplementation(half)
  const file = (bytes: number) => new File([new Uint8Array(bytes)], 'x.jpg')
  useBatch.setState({ images: [image('one.jpg', { file: file(10_000) }), image('two.jpg', { file: file(20_000) })] })
  useComparison.setState({ chosen: null, tried: null, making: false, failure: null })
  useOptionChanges.setState({ changes: { enableCompression: true, compressionQuality: 0.5 } })
})

afterAll(() => useOptionChanges.setState({ changes: {} }))

const show = () =>
  showAs(
    'guest',
    <>
      <FormatTab />
      <LiveComparison />
    </>,
  )

test('one image is made with the options, and the others are estimated from it', async () => {
  await show()
  expect(await screen.findByText(/All 2 images/)).toBeTruthy()
  expect(screen.getByText(/All 2 images/).textContent).toBe(
    'All 2 images: 29 KB → about 15 KB -50%, estimated from this one.',
  )
  expect(screen.getByRole('slider', { name: 'Before and after' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Compare two.jpg' }).closest('figure')?.textContent).toBe(
    'two20 KB → about 9.8 KB',
  )
  expect(processNow).toHaveBeenCalledTimes(1)
})

test('only the last of several quick changes is made, and another image can be chosen', async () => {
  await show()
  await screen.findByText(/All 2 images/)
  act(() => {
    for (const quality of [0.4, 0.3, 0.2]) useOptionChanges.getState().change({ compressionQuality: quality })
  })
  await waitFor(() => expect(screen.getByText(/All 2 images/).textContent).toContain('-80%'))
  expect(processNow.mock.calls.map(([, options]) => options.compressionQuality)).toEqual([0.5, 0.2])
  fireEvent.click(screen.getByRole('button', { name: 'Compare two.jpg' }))
  await waitFor(() => expect(useComparison.getState().tried?.image.id).toBe('two.jpg'))
})

test('what cannot be made says why', async () => {
  useOptionChanges.setState({ changes: { resizeImages: true, maxWidth: 13 } })
  await show()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This image cannot be processed with these options: The image has too many pixels.',
  )
})
