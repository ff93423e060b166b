import { expect, test } from 'vitest'
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
  altText: 'A red shoe, on white.',
  keywords: ['shoe', 'red'],
}

test('each list has the documented columns and quotes what needs it', () => {
  expect(shopifyCsv([file])).toBe(
    'Handle,Title,Tags,Image Src,Image Position,Image Alt Text\r\n' +
      'red-shoe,Red shoe,"shoe, red",shoes/red-shoe.jpg,1,"A red shoe, on white."\r\n',
  )
  expect(wooCommerceCsv([file])).toBe(
    'Type,SKU,Name,Published,Short description,Tags,Images\r\n' +
      'simple,red-shoe,Red shoe,0,"A red shoe, on white.","shoe, red",red-shoe.jpg\r\n',
  )
  expect(wordPressCsv([file])).toBe(
    'filename,title,alt_text,caption,description\r\n' +
      'red-shoe.jpg,Red shoe,"A red shoe, on white.","A red shoe, on white.","shoe, red"\r\n',
  )
})

test('a text that a spreadsheet would run is marked as text', () => {
  expect(wordPressCsv([{ ...file, altText: '=HYPERLINK("x")' }])).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a handle has small letters, digits and hyphens only', () => {
  expect(shopifyCsv([{ ...file, newName: 'Café_Crème 2.jpg' }])).toContain('\r\ncafe-creme-2,Café Crème 2,')
})
