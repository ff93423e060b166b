import { describe, expect, test } from 'vitest'
import { EngineFailure } from '@/engine/abi'
import { inspection } from '../testing/images'
import { checkFiles } from './check'

const LIMITS = { maxFileMb: 1, maxBatch: 3 }
const MB = 1024 * 1024

const inspect = async (file: Blob) => {
  const text = await file.slice(0, 8).text()
  if (text.startsWith('image')) return inspection()
  if (text.startsWith('broken')) throw new EngineFailure('damaged', 'The image ends too early.')
  throw new EngineFailure('unsupported', 'No known format.')
}

const incoming = (name: string, content = 'image', bytes = content.length, folder = '') => ({
  file: new File([content, ' '.repeat(Math.max(0, bytes - content.length))], name),
  folder,
})

describe('what may enter a batch', () => {
  test('the content decides the type, not the name', async () => {
    const { accepted, errors } = await checkFiles(
      [incoming('photo.txt'), incoming('fake.jpg', 'hello')],
      0,
      LIMITS,
      inspect,
    )
    expect(accepted.map((one) => one.name)).toEqual(['photo.txt'])
    expect(errors).toEqual(['fake.jpg: Unsupported file type.'])
  })

  test('a file above the size of the plan is refused with the number in the message', async () => {
    const { accepted, errors } = await checkFiles([incoming('big.jpg', 'image', MB + 1)], 0, LIMITS, inspect)
    expect(accepted).toEqual([])
    expect(errors).toEqual(['big.jpg: File too large (max 1MB).'])
  })

  test('a large file that is no image is called unsupported, and a large damaged one too large', async () => {
    const files = [incoming('film.mp4', 'ftyp', MB + 1), incoming('cut.jpg', 'broken', MB + 1)]
    const { errors } = await checkFiles(files, 0, LIMITS, inspect)
    expect(errors).toEqual(['film.mp4: Unsupported file type.', 'cut.jpg: File too large (max 1MB).'])
  })

  test('a damaged image says what is wrong', async () => {
    const { errors } = await checkFiles([incoming('cut.jpg', 'broken')], 0, LIMITS, inspect)
    expect(errors).toEqual(['cut.jpg: The image ends too early.'])
  })

  test('a file without a byte is called empty', async () => {
    const { errors } = await checkFiles([incoming('nothing.jpg', '', 0)], 0, LIMITS, inspect)
    expect(errors).toEqual(['nothing.jpg: The file is empty.'])
  })

  test('a file of exactly the allowed size is taken', async () => {
    const { accepted } = await checkFiles([incoming('edge.jpg', 'image', MB)], 0, LIMITS, inspect)
    expect(accepted).toHaveLength(1)
  })

  test('extras above the batch size are dropped with one sentence', async () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => incoming(`${name}.jpg`))
    const { accepted, errors } = await checkFiles(files, 1, LIMITS, inspect)
    expect(accepted.map((one) => one.name)).toEqual(['a.jpg', 'b.jpg'])
    expect(errors).toEqual(['Cannot exceed 3 images per batch. 2 added, 2 left out.'])
  })

  test('a full batch of exactly the allowed number is no error', async () => {
    const files = ['a', 'b', 'c'].map((name) => incoming(`${name}.jpg`))
    expect((await checkFiles(files, 0, LIMITS, inspect)).errors).toEqual([])
  })

  test('a folder of thousands is not read to its end once the batch is full', async () => {
    let looked = 0
    const counting = (file: Blob) => {
      looked += 1
      return inspect(file)
    }
    const files = Array.from({ length: 2000 }, (_, at) => incoming(`${at}.jpg`))
    const { accepted, errors } = await checkFiles(files, 0, LIMITS, counting)
    expect(accepted).toHaveLength(3)
    expect(errors).toEqual(['Cannot exceed 3 images per batch. 3 added, 1997 left out.'])
    expect(looked).toBeLessThan(20)
  })

  test('the folder travels with the image', async () => {
    const { accepted } = await checkFiles([incoming('a.jpg', 'image', 7, 'trip/day 1')], 0, LIMITS, inspect)
    expect(accepted[0]?.folder).toBe('trip/day 1')
  })
})
