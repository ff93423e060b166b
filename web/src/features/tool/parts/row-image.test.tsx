import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { emptyRow } from '../model/row'
import { useThumbnails } from '../model/thumbnails-store'
import { processed } from '../testing/images'
import { useRowImage } from './use-row-image'

let decoded: () => void
vi.mock('@/engine', () => ({
  engine: { thumbnail: () => new Promise((done) => (decoded = () => done(processed('small')))) },
}))

const row = { ...emptyRow('a', new File(['bytes'], 'a.jpg'), ''), output: new Blob(['result']) }

function Shown() {
  return <img alt="result" src={useRowImage(row, 240)} />
}

test('the thumbnail of the original stands there until the result is decoded', async () => {
  const url = 'blob:thumbnail'
  useThumbnails.setState({ shelf: { a: { state: 'ready', blob: new Blob(), url } } })
  render(<Shown />)
  const image = screen.getByAltText('result')
  expect(image.getAttribute('src')).toBe(url)
  await act(async () => decoded())
  expect(image.getAttribute('src')).toMatch(/^blob:(?!thumbnail)/)
})
