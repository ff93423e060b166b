import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { realRules } from '../../testing/rules'
import type { ListedFile } from './lists'
import { shopifyCsv, wooCommerceCsv, wordPressCsv } from './shop-lists'

const file: ListedFile = {
  oldName: 'IMG_1.jpg',
  newName: 'red-shoe.jpg',
  path: 'shoes/red-shoe.jpg',
  bytesBefore: 1,
  bytesAfter: 1,
  sha256Before: '',
  sha256After: '',
  altText: 'A red shoe, on "white".\nSize 42.',
  keywords: ['shoe', 'red'],
  confidence: null,
}

const bare: ListedFile = { ...file, path: 'café.jpg', newName: 'café.jpg', altText: '' }

const named = (newName: string): ListedFile => ({ ...file, newName, path: newName, altText: '', keywords: [] })
const { uniqueNames } = await realRules()

/** The rows of each list as another program reads them; it is started once, because that can take seconds. */
const READER = `
import csv, io, json, sys
lists = json.load(sys.stdin)
json.dump([list(csv.reader(io.StringIO(text, newline=""))) for text in lists], sys.stdout)
`
const lists = [shopifyCsv([file], uniqueNames), wooCommerceCsv([file], uniqueNames), wordPressCsv([file, bare])]
const read = execFileSync('python3', ['-c', READER], { input: JSON.stringify(lists), encoding: 'utf8' })
const [shopify, wooCommerce, wordPress] = JSON.parse(read)

test('Shopify reads the columns it documents: a draft for each image', () => {
  expect(shopify).toEqual([
    ['Title', 'URL handle', 'Tags', 'Status', 'Product image URL', 'Image position', 'Image alt text'],
    ['Red shoe', 'red-shoe', 'shoe, red', 'draft', 'shoes/red-shoe.jpg', '1', file.altText],
  ])
})

test('WooCommerce reads the columns it documents: a private product for each image', () => {
  expect(wooCommerce).toEqual([
    ['Type', 'SKU', 'Name', 'Published', 'Short description', 'Tags', 'Images'],
    ['simple', 'red-shoe', 'Red shoe', '0', file.altText, 'shoe, red', 'red-shoe.jpg'],
  ])
})

test('WordPress reads the fields of a media item, and finds the file where the ZIP has it', () => {
  expect(wordPress).toEqual([
    ['file', 'title', 'caption', 'alt_text', 'description'],
    ['shoes/red-shoe.jpg', 'Red shoe', file.altText, file.altText, 'shoe, red'],
    ['café.jpg', 'Café', '', '', 'shoe, red'],
  ])
})

test('a text that a spreadsheet would run is marked as text', () => {
  expect(wordPressCsv([{ ...file, altText: '=HYPERLINK("x")' }])).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a handle has small letters, digits and hyphens only', () => {
  expect(shopifyCsv([named('Café_Crème 2.jpg')], uniqueNames)).toContain('\r\nCafé Crème 2,cafe-creme-2,')
})

const cellsOf = (csv: string, column: number) =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[column])

test('every image is a product of its own, also when names differ in their ending or an accent alone', () => {
  const files = ['dog.jpg', 'dog.png', 'dog-2.jpg', 'café.jpg', 'Cafe.jpg'].map(named)
  const keys = ['dog', 'dog-3', 'dog-2', 'cafe', 'cafe-2']
  expect(cellsOf(shopifyCsv(files, uniqueNames), 1)).toEqual(keys)
  expect(cellsOf(wooCommerceCsv(files, uniqueNames), 1)).toEqual(keys)
})

test('a name without a Latin letter leaves the handle to Shopify, which makes it of the title, and is an SKU as it is', () => {
  const files = ['собака.jpg', 'собака.png', '犬-2.jpg', '2024.jpg'].map(named)
  const shopify = shopifyCsv(files, uniqueNames)
  expect(cellsOf(shopify, 0)).toEqual(['Собака', 'Собака 2', '犬 2', '2024'])
  expect(cellsOf(shopify, 1)).toEqual(['', '', '', '2024'])
  expect(cellsOf(wooCommerceCsv(files, uniqueNames), 1)).toEqual(['собака', 'собака-2', '犬-2', '2024'])
})
