import { describe, expect, test } from 'vitest'
import { MemoryFolder } from '../../testing/folder'
import { renameFiles, UNDO_LIST, undoRenames, type Wanted, writeEntries } from './folder'
import type { ZipEntry } from './zip'

async function* entries(...names: string[]): AsyncGenerator<ZipEntry> {
  for (const name of names) yield { name, input: `bytes of ${name}`, lastModified: new Date(0) }
}

describe('writing results', () => {
  test('folders are made, and what is there already is never overwritten', async () => {
    const folder = new MemoryFolder()
    folder.put('dog.jpg', 'mine')
    expect(await writeEntries(folder.asFolder(), entries('dog.jpg', 'dog-2.jpg', 'trip/cat.jpg'))).toBe(3)
    expect(folder.names()).toEqual(['dog-2-2.jpg', 'dog-2.jpg', 'dog.jpg', 'trip'])
    expect(await folder.text('dog.jpg')).toBe('mine')
    const trip = await folder.getDirectoryHandle('trip')
    expect(trip.names()).toEqual(['cat.jpg'])
  })

  test('a file that could not be written in full is not left behind', async () => {
    const folder = new MemoryFolder()
    folder.failing = true
    await expect(writeEntries(folder.asFolder(), entries('dog.jpg'))).rejects.toThrow('full')
    expect(folder.names()).toEqual([])
  })

  test('a path that leads out of the folder is refused', async () => {
    const folder = new MemoryFolder()
    await expect(writeEntries(folder.asFolder(), entries('../dog.jpg'))).rejects.toThrow('not allowed')
  })
})

describe('renaming the originals', () => {
  const wanted = (file: File, to: string, folder = ''): Wanted => ({ folder, from: file.name, to, file })

  test('files get their new names, and the list takes it back', async () => {
    const folder = new MemoryFolder()
    const [one, two] = [folder.put('IMG_1.JPG', 'one'), folder.put('IMG_2.JPG', 'two')]
    const renamed = await renameFiles(folder.asFolder(), [wanted(one, 'dog.jpg'), wanted(two, 'cat.jpg')])
    expect(renamed).toMatchObject({ missing: [] })
    expect(folder.names()).toEqual(['cat.jpg', 'dog.jpg', UNDO_LIST])
    expect(await folder.text('dog.jpg')).toBe('one')
    expect(await undoRenames(folder.asFolder())).toMatchObject({ missing: [] })
    expect(folder.names()).toEqual(['IMG_1.JPG', 'IMG_2.JPG'])
    expect(await folder.text('IMG_2.JPG')).toBe('two')
  })

  test('a file that is missing, or is another one, is left alone and named', async () => {
    const folder = new MemoryFolder()
    const other = new File(['a longer text'], 'IMG_1.JPG', { lastModified: 1 })
    folder.put('IMG_1.JPG', 'one')
    const gone = new File(['x'], 'IMG_9.JPG')
    const { done, missing } = await renameFiles(folder.asFolder(), [wanted(other, 'dog.jpg'), wanted(gone, 'cat.jpg')])
    expect([done, missing]).toEqual([[], ['IMG_1.JPG', 'IMG_9.JPG']])
    expect(folder.names()).toEqual(['IMG_1.JPG'])
  })

  test('a name that is taken gets a number, and images in folders stay in them', async () => {
    const folder = new MemoryFolder()
    folder.put('dog.jpg', 'mine')
    const one = folder.put('IMG_1.JPG', 'one')
    const trip = await folder.getDirectoryHandle('trip', { create: true })
    const two = trip.put('IMG_2.JPG', 'two')
    await renameFiles(folder.asFolder(), [wanted(one, 'dog.jpg'), wanted(two, 'cat.jpg', 'trip')])
    expect(folder.names()).toEqual(['dog-2.jpg', 'dog.jpg', UNDO_LIST, 'trip'])
    expect(trip.names()).toEqual(['cat.jpg'])
    await undoRenames(folder.asFolder())
    expect([folder.names(), trip.names()]).toEqual([['IMG_1.JPG', 'dog.jpg', 'trip'], ['IMG_2.JPG']])
  })

  test('a pattern with folders moves images into them, and the list takes them out again', async () => {
    const folder = new MemoryFolder()
    const trip = await folder.getDirectoryHandle('trip', { create: true })
    const [one, two] = [folder.put('IMG_1.JPG', 'one'), trip.put('IMG_2.JPG', 'two')]
    const files = [wanted(one, '2024/05/dog.jpg'), wanted(two, '2024/05/dog.jpg', 'trip')]
    await renameFiles(folder.asFolder(), files)
    const month = await (await folder.getDirectoryHandle('2024')).getDirectoryHandle('05')
    expect([month.names(), trip.names()]).toEqual([['dog-2.jpg', 'dog.jpg'], []])
    expect(await undoRenames(folder.asFolder())).toMatchObject({ missing: [] })
    expect([folder.names(), trip.names()]).toEqual([['IMG_1.JPG', 'trip'], ['IMG_2.JPG']])
    expect(await trip.text('IMG_2.JPG')).toBe('two')
  })

  test('a second renaming adds to the list', async () => {
    const folder = new MemoryFolder()
    await renameFiles(folder.asFolder(), [wanted(folder.put('a.jpg', 'a'), 'dog.jpg')])
    await renameFiles(folder.asFolder(), [wanted(folder.put('b.jpg', 'b'), 'cat.jpg')])
    await undoRenames(folder.asFolder())
    expect(folder.names()).toEqual(['a.jpg', 'b.jpg'])
  })

  test('a list that somebody has spoilt takes nothing back', async () => {
    const folder = new MemoryFolder()
    folder.put(UNDO_LIST, '{"renames":[{"from":1},7,null]}')
    expect(await undoRenames(folder.asFolder())).toEqual({ done: [], missing: [] })
  })
})
