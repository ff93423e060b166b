import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Rules } from '@/engine/rules'
import { changeText, sizeText } from '@/lib/sizes'
import { finalNames } from '../../model/final-names'
import { emptyRow, type ResultRow } from '../../model/row'
import { NOTHING_SEEN } from '../../model/seen'
import { realRules } from '../../testing/rules'
import { type ListedFile, manifestJson, namesCsv, undoPowerShell, undoShell } from './lists'
import { type ZipChoices, type ZipEntry, type ZipPlan, zipBytes, zipEntries } from './zip'

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (id: string, suggestedName: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(id, new File(['original'], `${id}.JPG`, { lastModified: 86_400_000 }), ''),
  suggestedName,
  extension: 'webp',
  state: 'done',
  output: new Blob(['new bytes']),
  ...change,
})

async function entriesOf(
  rows: ResultRow[],
  choices: Partial<ZipChoices> = {},
  worded?: ZipPlan['worded'],
): Promise<ZipEntry[]> {
  const plan = {
    rows,
    names: finalNames(rows, rules),
    choices: { keepFolders: false, withLists: false, ...choices },
    options: rules.defaults,
    rules,
    sha256: async (blob: Blob) => `hash-${blob.size}`,
    now: new Date('2026-11-15T10:00:00Z'),
    ...(worded ? { worded } : {}),
  }
  const entries: ZipEntry[] = []
  for await (const entry of zipEntries(plan)) entries.push(entry)
  return entries
}

describe('the ZIP', () => {
  test('holds what is ready, under unique names, with the date of the original', async () => {
    const rows = [row('a', 'dog'), row('b', 'dog'), row('c', '', { output: null, state: 'cancelled' })]
    const entries = await entriesOf(rows)
    expect(entries.map((entry) => entry.name)).toEqual(['dog.webp', 'dog-2.webp'])
    expect(entries[0]?.lastModified).toEqual(new Date(86_400_000))
    expect(zipBytes(rows)).toBe(18)
  })

  test('folders of a pattern are folders of the ZIP, and none leads out of it', async () => {
    const names = ['2024/05/dog', '2024/05/Dog', '../../dog', 'con/dog']
    const rows = names.map((name, at) => row(`r${at}`, name))
    expect((await entriesOf(rows)).map((entry) => entry.name)).toEqual([
      '2024/05/dog.webp',
      '2024/05/Dog-2.webp',
      'dog.webp',
      'image-con/dog.webp',
    ])
  })

  test('characters that a ZIP entry may not hold become underscores', async () => {
    const [entry] = await entriesOf([row('a', 'a:b?c"d')])
    expect(entry?.name).toBe('a_b_c_d.webp')
  })

  test('folders are kept only when asked for, and cannot climb out', async () => {
    const rows = [row('a', 'dog', { folder: 'trip/../day: 1' })]
    expect((await entriesOf(rows))[0]?.name).toBe('dog.webp')
    expect((await entriesOf(rows, { keepFolders: true }))[0]?.name).toBe('trip/day_ 1/dog.webp')
  })

  test('words go into the images only when asked for', async () => {
    const worded = async (row: { output: Blob }) => new Blob([row.output, ' with words'])
    const sizes = async (choices: Partial<ZipChoices>) =>
      (await entriesOf([row('a', 'dog')], choices, worded)).map(({ input }) => new Blob([input]).size)
    expect([await sizes({}), await sizes({ withWords: true })]).toEqual([[9], [20]])
  })

  test('lists are in it only when asked for', async () => {
    const names = (await entriesOf([row('a', 'dog')], { withLists: true })).map((entry) => entry.name)
    expect(names).toEqual([
      'dog.webp',
      'nomina-manifest.json',
      'nomina-names.csv',
      'nomina-shopify.csv',
      'nomina-woocommerce.csv',
      'nomina-wordpress.csv',
      'nomina-undo.sh',
      'nomina-undo.ps1',
    ])
  })
})

const listed = (change: Partial<ListedFile> = {}): ListedFile => ({
  oldName: 'IMG 1.JPG',
  newName: 'dog.jpg',
  path: 'trip/dog.jpg',
  bytesBefore: 10,
  bytesAfter: 5,
  sha256Before: 'aa',
  sha256After: 'bb',
  altText: 'A dog.',
  keywords: ['dog'],
  confidence: 87,
  ...change,
})

describe('the lists', () => {
  test('the manifest has names, hashes and settings, but not the watermark image', () => {
    const options = { ...rules.defaults, imageWatermarkFile: `data:image/png;base64,${'A'.repeat(1000)}` }
    const manifest = JSON.parse(manifestJson([listed()], options, new Date(0)))
    expect(manifest.files[0]).toMatchObject({ oldName: 'IMG 1.JPG', sha256Before: 'aa', sha256After: 'bb' })
    expect(manifest.settings.compressionQuality).toBe(0.8)
    expect(manifest.settings.imageWatermarkFile).toBe('image')
  })

  test('how sure a name is stands in both lists, 0 to 100, and is left out where nobody says', async () => {
    const sure = (confidence: number | null) => ({ ...NOTHING_SEEN, confidence })
    const rows = [
      row('a', 'dog', { seen: sure(0.874) }),
      row('b', 'cat', { seen: sure(null) }),
      row('c', 'mine', { seen: sure(0.9), isEdited: true }),
    ]
    const entries = await entriesOf(rows, { withLists: true })
    const list = (name: string) => String(entries.find((entry) => entry.name === name)?.input)
    const { files } = JSON.parse(list('nomina-manifest.json')) as { files: ListedFile[] }
    expect(files.map(({ confidence }) => confidence)).toEqual([87, null, null])
    const cells = list('nomina-names.csv').split('\r\n').slice(0, 4)
    expect(cells.map((line) => line.split(',').at(-1))).toEqual(['confidence', '87', '', ''])
  })

  test('a name cannot become a formula or a new column', () => {
    const csv = namesCsv([listed({ oldName: '=HYPERLINK("x"),1.jpg' })])
    expect(csv.split('\r\n')[1]).toMatch(/^"'=HYPERLINK\(""x""\),1\.jpg",dog\.jpg,/)
  })

  test('the undo scripts give the old name back, quoted, and never write over a file', () => {
    const file = listed({ oldName: "it's $(rm).jpg" })
    expect(undoShell([file], rules.uniqueNames)).toContain(`back 'trip/dog.jpg' 'trip/it'\\''s $(rm).jpg'`)
    expect(undoShell([file], rules.uniqueNames)).toContain('mv -n --')
    expect(undoPowerShell([file], rules.uniqueNames)).toContain(`'trip/it''s $(rm).jpg'`)
  })

  test('a converted image keeps its new extension', () => {
    const file = listed({ newName: 'dog.webp', path: 'dog.webp' })
    expect(undoShell([file], rules.uniqueNames)).toContain(`back 'dog.webp' 'IMG 1.webp'`)
  })
})

describe('the undo script, run by a shell', () => {
  /** The files in a folder of their own after the script has run there, by name with their text. */
  function undone(files: ListedFile[]): Record<string, string> {
    const folder = mkdtempSync(join(tmpdir(), 'nomina-undo-'))
    try {
      for (const { path, sha256After } of files) {
        mkdirSync(join(folder, path, '..'), { recursive: true })
        writeFileSync(join(folder, path), sha256After)
      }
      writeFileSync(join(folder, 'undo.sh'), undoShell(files, rules.uniqueNames))
      execFileSync('sh', [join(folder, 'undo.sh')])
      rmSync(join(folder, 'undo.sh'))
      const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const paths = names.map((entry) => join(entry.parentPath, entry.name))
      return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const moved = (path: string, oldName: string) =>
    listed({ path, newName: path.split('/').at(-1) ?? '', oldName, sha256After: `was ${oldName}` })

  test('gives names back that were swapped', () => {
    expect(undone([moved('b.jpg', 'a.jpg'), moved('a.jpg', 'b.jpg')])).toEqual({
      'a.jpg': 'was a.jpg',
      'b.jpg': 'was b.jpg',
    })
  })

  test('keeps every image when two had the same name in different folders', () => {
    expect(Object.keys(undone([moved('dog.jpg', 'IMG_1.jpg'), moved('cat.jpg', 'img_1.jpg')])).sort()).toEqual([
      'IMG_1.jpg',
      'img_1-2.jpg',
    ])
  })

  test('takes images out of the folders of a pattern and removes what is empty then', () => {
    const into = (path: string, newName: string, oldName: string) =>
      listed({ path, newName, oldName, sha256After: `was ${oldName}` })
    const files = [
      into('2024/05/dog.jpg', '2024/05/dog.jpg', 'a.jpg'),
      into("trip/it's/cat.jpg", "it's/cat.jpg", 'b.jpg'),
    ]
    expect(undone(files)).toEqual({ 'a.jpg': 'was a.jpg', 'trip/b.jpg': 'was b.jpg' })
    expect(undoShell(files, rules.uniqueNames)).toContain("rmdir -- '2024/05' 2>/dev/null\nrmdir -- '2024'")
    expect(undoPowerShell(files, rules.uniqueNames)).toContain("Remove-Item -LiteralPath 'trip/it''s'")
  })

  test('works with odd names and inside folders', () => {
    expect(undone([moved('trip/dog.jpg', "-it's $HOME `x`.jpg")])).toEqual({
      "trip/-it's $HOME `x`.jpg": "was -it's $HOME `x`.jpg",
    })
  })
})

test('sizes for people', () => {
  expect([sizeText(900), sizeText(2048), sizeText(421_888), sizeText(4_299_162)]).toEqual([
    '900 B',
    '2.0 KB',
    '412 KB',
    '4.1 MB',
  ])
  expect([changeText(100, 10), changeText(100, 100), changeText(100, 150), changeText(0, 5)]).toEqual([
    '-90%',
    '',
    '+50%',
    '',
  ])
})
