import { expect, test } from 'vitest'
import type { Preferences } from '@/api/types'
import { preferredOptions } from './preferred-options'

const saved = (change: Partial<Preferences>) =>
  preferredOptions({
    default_output_format: 'jpg',
    default_quality: 85,
    default_prefix: 'studio',
    default_suffix: null,
    ...change,
  } as Preferences)

test('saved preferences fill in format, quality, prefix and suffix', () => {
  expect(saved({})).toEqual({ outputFormat: 'jpeg', compressionQuality: 0.85, prefix: 'studio', suffix: '' })
  expect(saved({ default_output_format: 'webp' }).outputFormat).toBe('webp')
})

test('what makes no sense is left to the defaults', () => {
  expect(saved({ default_output_format: 'tiff', default_quality: 0 })).toEqual({ prefix: 'studio', suffix: '' })
  expect(preferredOptions(undefined)).toEqual({})
})
