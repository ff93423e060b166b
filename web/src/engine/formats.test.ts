// What the installed app opens and is handed is what the engine reads.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FORMAT_NAMES, IMAGE_ENDING, MEDIA_TYPES } from './formats'

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'))

test('the installed app opens every format, and is shared every format', () => {
  expect(manifest.file_handlers[0].accept).toEqual(MEDIA_TYPES)
  expect(manifest.share_target.params.files[0].accept).toEqual(Object.keys(MEDIA_TYPES))
})

test('an ending is known in any letter case, and only at the end', () => {
  expect(FORMAT_NAMES.map((name) => IMAGE_ENDING.test(`a.${name.toUpperCase()}`))).not.toContain(false)
  expect(IMAGE_ENDING.test('a.jpeg')).toBe(true)
  expect(IMAGE_ENDING.test('a.png.txt')).toBe(false)
  expect(IMAGE_ENDING.test('apng')).toBe(false)
})
