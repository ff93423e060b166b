import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { cameraOf } from '../model/camera'
import { type Progress, percentOf } from '../model/progress'
import { type ResultRow, UNREADABLE } from '../model/row'
import { NOTHING_SEEN } from '../model/seen'
import { NameCache } from '../naming/name-cache'
import { UsageLimitReached } from '../naming/suggest-name'
import { image, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { type RunEvents, type RunInput, type RunTools, runBatch } from './run-batch'

let rules: Rules
let rows: Map<string, Partial<ResultRow>>
let percents: number[]
let shares: [string, number][]
let limits: string[]
let named: number
let cache: NameCache

beforeAll(async () => {
  rules = await realRules()
})

beforeEach(() => {
  rows = new Map()
  percents = []
  shares = []
  limits = []
  named = 0
  cache = new NameCache({ now: () => 1000 })
})

const events: RunEvents = {
  row: (id, patch) => rows.set(id, { ...rows.get(id), ...patch }),
  progress: (progress: Progress) => percents.push(percentOf(progress)),
  share: (id, share) => shares.push([id, share]),
  named: () => {
    named += 1
  },
  limit: (message) => limits.push(message),
}

function tools(change: Partial<RunTools['engine']> = {}, suggest?: RunTools['suggest']): RunTools {
  return {
    engine: {
      process: async (file) => processed(`made from ${(file as File).name}`),
      modelInput: async () => processed('small'),
      sha256: async (file) => `hash of ${(file as File).name}`,
      ...change,
    },
    rules,
    cache,
    suggest:
      suggest ??
      (async () => ({ suggestedName: 'Beagle Dog!', alternatives: ['dog'], provider: 'embedded', seen: NOTHING_SEEN })),
  }
}

function input(names: string[], change: Partial<RunInput> = {}, options: Partial<ProcessingOptions> = {}): RunInput {
  const images = names.map((name) => image(name))
  return {
    images,
    batch: images,
    options: { ...rules.defaults, ...options },
    isMarked: () => true,
    concurrency: 2,
    names: Infinity,
    signal: new AbortController().signal,
    ...change,
  }
}

describe('a run over a batch', () => {
  test('a large image is counted in parts while it is made', async () => {
    const process: RunTools['engine']['process'] = async (_file, _options, _signal, progress) => {
      progress?.(0.25)
      progress?.(0.75)
      return processed('made')
    }
    await runBatch(input(['large.png'], {}, { keepNames: true }), tools({ process }), events)
    expect(shares).toEqual([
      ['large.png', 0.25],
      ['large.png', 0.75],
    ])
    expect(percents).toEqual([0, 25, 75, 100])
  })

  test('every image gets a cleaned name and its bytes', async () => {
    await runBatch(input(['a.jpg', 'b.jpg']), tools(), events)
    expect(rows.get('a.jpg')).toMatchObject({
      state: 'done',
      suggestedName: 'beagle-dog',
      extension: 'jpg',
      error: null,
    })
    expect(await rows.get('b.jpg')?.output?.text()).toBe('made from b.jpg')
    expect(named).toBe(2)
    expect(percents.at(0)).toBe(0)
    expect(percents.at(-1)).toBe(100)
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
  })

  test('prefix, pattern and number are put together by the rules', async () => {
    await runBatch(input(['a.jpg', 'b.jpg'], {}, { prefix: 'shop', namePattern: '{name}-{n:3}' }), tools(), events)
    expect(rows.get('b.jpg')?.suggestedName).toBe('shop-beagle-dog-002')
  })

  test('metadata texts are filled with the words of each image, also of a known one', async () => {
    const seen = { confidence: 0.9, altText: 'A dog.', keywords: ['dog', 'pet'], fingerprint: '' }
    const suggest = async () => ({ suggestedName: 'beagle-dog', alternatives: [], provider: 'embedded', seen })
    const titles: string[] = []
    const process: RunTools['engine']['process'] = async (_file, options) => {
      titles.push(`${options.customTitle} | ${options.customDescription} | ${options.customKeywords}`)
      return processed('made')
    }
    const texts = { customTitle: '{name}', customDescription: '{alt} By {me}', customKeywords: '{keywords}, shop' }
    const options = { addCustomMetadata: true, ...texts }
    await runBatch(input(['a.jpg'], {}, options), tools({ process }, suggest), events)
    await runBatch(input(['a.jpg'], {}, options), tools({ process }, suggest), events)
    const broken = async () => Promise.reject(new Error('away'))
    await runBatch(input(['b.jpg'], {}, options), tools({ process }, broken), events)
    expect(titles).toEqual([
      'Beagle dog | A dog. By {me} | dog, pet, shop',
      'Beagle dog | A dog. By {me} | dog, pet, shop',
      ' |  By {me} | , shop',
    ])
  })

  test('own words change what a model said, and other rules need no second question', async () => {
    const seen = { confidence: 0.9, altText: 'A dog on a couch.', keywords: ['dog', 'couch'], fingerprint: '' }
    const answer = { suggestedName: 'dog-on-couch', alternatives: [], provider: 'embedded', seen }
    const suggest = vi.fn(async () => answer)
    await runBatch(input(['a.jpg'], {}, { preferredWords: 'couch = sofa' }), tools({}, suggest), events)
    expect(rows.get('a.jpg')).toMatchObject({
      suggestedName: 'dog-on-sofa',
      seen: { altText: 'A dog on a sofa.', keywords: ['dog', 'sofa'] },
    })
    await runBatch(input(['a.jpg'], {}, { forbiddenWords: 'couch', addedKeywords: 'Acme' }), tools({}, suggest), events)
    expect(rows.get('a.jpg')).toMatchObject({ suggestedName: 'dog', seen: { keywords: ['dog', 'Acme'] } })
    expect(suggest).toHaveBeenCalledTimes(1)
  })

  test('a sheet gives tokens to the pattern, folders to the name and context to the model', async () => {
    const suggest = vi.fn(tools().suggest)
    const row = { columns: [{ column: 'SKU', value: 'A-1' }], context: 'Oak table' }
    const sheet = new Map([['a.jpg', row]])
    await runBatch(input(['a.jpg', 'b.jpg'], { sheet }, { namePattern: '{sku}/{name}' }), tools({}, suggest), events)
    expect(rows.get('a.jpg')?.suggestedName).toBe('a-1/beagle-dog')
    expect(rows.get('b.jpg')?.suggestedName).toBe('no-sku/beagle-dog')
    expect(suggest.mock.calls.map(([request]) => request.context)).toEqual(['Oak table', ''])
  })

  test('known images cost nothing the second time', async () => {
    const suggest = vi.fn(tools().suggest)
    await runBatch(input(['a.jpg']), tools({}, suggest), events)
    percents = []
    await runBatch(input(['a.jpg', 'b.jpg']), tools({}, suggest), events)
    expect(suggest).toHaveBeenCalledTimes(2)
    expect(rows.get('a.jpg')).toMatchObject({ state: 'done', fromCache: true })
    expect(rows.get('b.jpg')).toMatchObject({ state: 'done', fromCache: false })
    expect(percents).toContain(50)
  })

  test('the first percent is 0 and the half is not passed before half is done', async () => {
    await runBatch(input(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'], { concurrency: 1 }), tools(), events)
    expect(percents).toEqual([0, 25, 50, 75, 100])
  })

  test('going from auto to another context and back costs nothing the second time', async () => {
    const suggest = vi.fn(tools().suggest)
    const wedding = { contextMode: 'custom', customContext: 'a wedding' } as const
    for (const options of [{}, wedding, {}, wedding]) {
      await runBatch(input(['a.jpg'], {}, options), tools({}, suggest), events)
    }
    expect(suggest).toHaveBeenCalledTimes(2)
  })

  test('another language asks the model again and is told to it; its names are kept apart', async () => {
    const suggest = vi.fn(tools().suggest)
    for (const language of ['en', 'de', 'de', 'en'] as const) {
      await runBatch(input(['a.jpg'], {}, { language }), tools({}, suggest), events)
    }
    await runBatch(input(['a.jpg'], {}, { language: 'de', keepAccents: true }), tools({}, suggest), events)
    const asked = suggest.mock.calls.map(([request]) => request.spelling)
    expect(asked).toEqual([
      { language: 'en', keepAccents: false },
      { language: 'de', keepAccents: false },
      { language: 'de', keepAccents: true },
    ])
  })

  test('a file that cannot be read any more fails alone, with a reason and without bytes', async () => {
    const gone = Object.assign(new Error('gone'), { code: 'unreadable' })
    const process = async (file: Blob) => {
      if ((file as File).name === 'a.jpg') throw gone
      return processed('made')
    }
    await runBatch(input(['a.jpg', 'b.jpg']), tools({ process }), events)
    expect(rows.get('a.jpg')).toMatchObject({ state: 'failed', error: UNREADABLE, output: null, suggestedName: '' })
    expect(rows.get('b.jpg')).toMatchObject({ state: 'done', error: null })
  })

  test('a failure after naming keeps the name', async () => {
    const process = async () => Promise.reject(new Error('The latitude is not a number.'))
    await runBatch(input(['a.jpg']), tools({ process }), events)
    expect(rows.get('a.jpg')).toMatchObject({ state: 'failed', suggestedName: 'beagle-dog' })
    expect(rows.get('a.jpg')?.error).toBe(
      'Processing failed: The latitude is not a number. The name is kept, the image is unchanged.',
    )
    expect(rows.get('a.jpg')?.output).toBeInstanceOf(File)
  })

  test('another context asks the model again', async () => {
    const suggest = vi.fn(tools().suggest)
    await runBatch(input(['a.jpg']), tools({}, suggest), events)
    await runBatch(
      input(['a.jpg'], {}, { contextMode: 'custom', customContext: 'a wedding' }),
      tools({}, suggest),
      events,
    )
    expect(suggest).toHaveBeenCalledTimes(2)
    expect(suggest.mock.calls[1]?.[0].context).toBe('a wedding')
  })

  test('a cached image that cannot be made goes to AI processing', async () => {
    const suggest = vi.fn(tools().suggest)
    await runBatch(input(['a.jpg']), tools({}, suggest), events)
    const process = vi.fn(async () => processed('ok')).mockRejectedValueOnce(new Error('no memory'))
    await runBatch(input(['a.jpg']), tools({ process }, suggest), events)
    expect(suggest).toHaveBeenCalledTimes(2)
    expect(rows.get('a.jpg')).toMatchObject({ state: 'done', fromCache: false })
  })

  test('when the model fails the image keeps its cleaned name and the row says so', async () => {
    const suggest = async () => Promise.reject(new Error('Gemini API error: 500 - Unknown error'))
    await runBatch(input(['IMG_2024 copy.jpg']), tools({}, suggest), events)
    expect(rows.get('IMG_2024 copy.jpg')).toMatchObject({
      state: 'done',
      suggestedName: 'img-2024-copy',
      error: 'AI processing failed: Gemini API error: 500 - Unknown error. Using cleaned original name.',
    })
  })

  test('an answer that leaves nothing after cleaning is invalid', async () => {
    const suggest = async () => ({ suggestedName: '!!!', alternatives: [], provider: '', seen: NOTHING_SEEN })
    await runBatch(input(['a.jpg']), tools({}, suggest), events)
    expect(rows.get('a.jpg')?.error).toBe(
      'AI processing failed: AI generated invalid filename. Using cleaned original name.',
    )
  })

  test('one broken image never stops the batch', async () => {
    const process = async (file: Blob) => {
      if ((file as File).name === 'bad.jpg') throw new Error('The image ends too early.')
      return processed('ok')
    }
    await runBatch(input(['bad.jpg', 'good.jpg']), tools({ process, modelInput: process }), events)
    expect(rows.get('bad.jpg')).toMatchObject({
      state: 'failed',
      suggestedName: 'bad',
      error: 'Processing failed: The image ends too early. Using cleaned original name.',
    })
    expect(await rows.get('bad.jpg')?.output?.text()).toBe('bytes of bad.jpg')
    expect(rows.get('good.jpg')?.state).toBe('done')
  })

  test('an image whose metadata was to be removed is not handed out when that failed', async () => {
    const process = async () => Promise.reject(new Error('no'))
    await runBatch(input(['a.jpg'], {}, { removeMetadata: true }), tools({ process }), events)
    expect(rows.get('a.jpg')?.output).toBeNull()
    expect(rows.get('a.jpg')?.notes).toHaveLength(1)
  })

  test('so many names as still fit are asked for; the rest gets cleaned names and no dialog', async () => {
    const suggest = vi.fn(tools().suggest)
    await runBatch(input(['a.jpg', 'b.jpg', 'c.jpg'], { concurrency: 1, names: 2 }), tools({}, suggest), events)
    expect(suggest).toHaveBeenCalledTimes(2)
    expect(rows.get('b.jpg')).toMatchObject({ suggestedName: 'beagle-dog', error: null })
    expect(rows.get('c.jpg')).toMatchObject({ suggestedName: 'c', state: 'done' })
    expect(rows.get('c.jpg')?.error).toBe(
      'AI processing failed: The plan’s limit is reached. Using cleaned original name.',
    )
    expect(limits).toEqual([])
  })

  test('kept names cost nothing and stay as they are, ending included', async () => {
    const suggest = vi.fn(tools().suggest)
    await runBatch(input(['DSC_0412.JPG', 'a b.png'], {}, { keepNames: true, prefix: 'x' }), tools({}, suggest), events)
    expect(suggest).not.toHaveBeenCalled()
    expect(named).toBe(0)
    expect(rows.get('DSC_0412.JPG')).toMatchObject({ suggestedName: 'DSC_0412', extension: 'JPG', error: null })
    // What was made is a JPEG: its ending says so.
    expect(rows.get('a b.png')).toMatchObject({ suggestedName: 'a b', extension: 'jpg' })
    expect(percents.at(0)).toBe(0)
  })

  test('the limit is said once, and the rest goes on with cleaned names', async () => {
    const suggest = vi.fn(async () => Promise.reject(new UsageLimitReached('Daily limit exceeded.')))
    await runBatch(input(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'], { concurrency: 1 }), tools({}, suggest), events)
    expect(limits).toEqual(['Daily limit exceeded.'])
    expect(suggest).toHaveBeenCalledTimes(1)
    expect([...rows.values()].every((row) => row.state === 'done' && row.output)).toBe(true)
  })

  test('never more in flight than the plan allows', async () => {
    let flying = 0
    let most = 0
    const process = async () => {
      flying += 1
      most = Math.max(most, flying)
      await new Promise((resolve) => setTimeout(resolve, 1))
      flying -= 1
      return processed('ok')
    }
    const names = Array.from({ length: 12 }, (_, at) => `${at}.jpg`)
    await runBatch(input(names, { concurrency: 3 }), tools({ process }), events)
    expect(most).toBe(3)
  })

  test('cancelling keeps what is finished and marks the rest', async () => {
    const controller = new AbortController()
    const process: RunTools['engine']['process'] = async (file, _, signal) => {
      if ((file as File).name === 'b.jpg') controller.abort()
      signal?.throwIfAborted()
      return processed('ok')
    }
    const run = input(['a.jpg', 'b.jpg', 'c.jpg'], { concurrency: 1, signal: controller.signal })
    await runBatch(run, tools({ process }), events)
    expect(rows.get('a.jpg')?.state).toBe('done')
    expect(rows.get('b.jpg')?.state).toBe('cancelled')
    expect(rows.get('c.jpg')).toMatchObject({ state: 'cancelled', error: 'Not processed: cancelled.' })
  })

  test('only marked images get the watermark', async () => {
    const process = vi.fn(async (_file: Blob, _options: ProcessingOptions) => processed('ok'))
    const run = input(
      ['a.jpg', 'b.jpg'],
      { isMarked: (id) => id === 'a.jpg', concurrency: 1 },
      { enableTextWatermark: true },
    )
    await runBatch(run, tools({ process }), events)
    expect(process.mock.calls.map(([, options]) => options.enableTextWatermark)).toEqual([true, false])
  })

  test('a kept original and the engine’s warnings are said in the row', async () => {
    const process = async () => processed('ok', { keptOriginal: true, warnings: ['Only the first frame was kept.'] })
    await runBatch(input(['a.gif']), tools({ process }), events)
    expect(rows.get('a.gif')?.notes).toEqual(['Already small, left unchanged.', 'Only the first frame was kept.'])
  })
})

test('a series shares one name, and other equal names say what is different', async () => {
  const seen = (fingerprint: string, keywords: string[] = []) => ({ ...NOTHING_SEEN, fingerprint, keywords })
  const answers = [seen('5a3696e14bd278c5'), seen('5a3696e14bd278c4'), seen('ffffffffffffffff', ['dog', 'beach'])]
  const names = ['dog', 'hound', 'dog']
  let asked = 0
  const suggest = async () => {
    const at = asked++
    return { suggestedName: names[at] ?? '', alternatives: [], provider: '', seen: answers[at] ?? NOTHING_SEEN }
  }
  await runBatch(input(['a.jpg', 'b.jpg', 'c.jpg'], { concurrency: 1 }), tools({}, suggest), events)
  expect(['a.jpg', 'b.jpg', 'c.jpg'].map((id) => rows.get(id)?.suggestedName)).toEqual(['dog', 'dog', 'dog-beach'])
})

test('the camera is make and model, without the make twice', () => {
  const of = (cameraMake: string | null, cameraModel: string | null) =>
    cameraOf({ inspection: { ...image('a').inspection, cameraMake, cameraModel } })
  expect(of('Canon', 'Canon EOS R6')).toBe('Canon EOS R6')
  expect(of('Apple', 'iPhone 15')).toBe('Apple iPhone 15')
  expect(of(null, 'X100')).toBe('X100')
  expect(of(null, null)).toBeNull()
})
