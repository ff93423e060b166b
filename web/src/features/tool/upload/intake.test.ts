import { expect, test } from 'vitest'
import { filesFromClipboard, filesFromDrop, filesFromList } from './intake'

const file = (name: string, path = '') => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'webkitRelativePath', { value: path })
  return made
}

const fileEntry = (name: string) => ({
  isDirectory: false,
  name,
  file: (resolve: (file: File) => void) => resolve(file(name)),
})

const folderEntry = (name: string, portions: object[][]) => ({
  isDirectory: true,
  name,
  createReader: () => {
    const left = [...portions]
    return { readEntries: (resolve: (entries: object[]) => void) => resolve(left.shift() ?? []) }
  },
})

const dropOf = (...entries: object[]) =>
  ({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: [],
  }) as unknown as DataTransfer

test('a dropped folder is walked with its structure, in natural order, past the first portion', async () => {
  const folder = folderEntry('trip', [
    [fileEntry('10.jpg'), folderEntry('day 1', [[fileEntry('a.png')]])],
    [fileEntry('9.jpg')],
  ])
  const found = await filesFromDrop(dropOf(folder, fileEntry('single.jpg')))
  expect(found.map(({ file, folder }) => [folder, file.name])).toEqual([
    ['trip', '9.jpg'],
    ['trip', '10.jpg'],
    ['trip/day 1', 'a.png'],
    ['', 'single.jpg'],
  ])
})

test("the operating system's own files inside folders are left out", async () => {
  const folder = folderEntry('trip', [[fileEntry('.DS_Store'), fileEntry('Thumbs.db'), fileEntry('a.jpg')]])
  expect((await filesFromDrop(dropOf(folder))).map((one) => one.file.name)).toEqual(['a.jpg'])
})

test('a folder dialog gives the relative path', () => {
  const [found] = filesFromList([file('a.jpg', 'trip/day 1/a.jpg')])
  expect(found?.folder).toBe('trip/day 1')
})

test('pasted text is not a file', () => {
  expect(filesFromClipboard({ files: [] } as unknown as DataTransfer)).toEqual([])
  expect(filesFromClipboard(null)).toEqual([])
})
