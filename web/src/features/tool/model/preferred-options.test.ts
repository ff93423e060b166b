import { expect, test } from 'vitest'
import type { Preferences } from '@/api/types'
import { preferredOptions } from './preferred-options'

const saved = (change: Partial<Preferences>) =>
  preferredOptions({
    defaultOutputFormat: 'jpg',
    defaultQuality: 85,
    defaultPrefix: 'studio',
    defaultSuffix: null,
    ...change,
  } as Preferences)

test('saved preferences fill in format, quality, prefix and suffix', () => {
  expect(saved({})).toEqual({ outputFormat: 'jpeg', compressionQuality: 0.85, prefix: 'studio', suffix: '' })
  expect(saved({ defaultOutputFormat: 'webp' }).outputFormat).toBe('webp')
  expect(saved({ defaultLanguage: 'fr' }).language).toBe('fr')
})

test('what makes no sense is left to the defaults', () => {
  expect(saved({ defaultOutputFormat: 'tiff', defaultQuality: 0 })).toEqual({ prefix: 'studio', suffix: '' })
  expect(preferredOptions(undefined)).toEqual({})
})
