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

const NO_WORDS = {
  preferredWords: '',
  forbiddenWords: '',
  addedKeywords: '',
  maxKeywords: 0,
  maxWords: 0,
  namePattern: '',
  separator: 'hyphen',
}

test('saved preferences fill in format, quality, prefix and suffix', () => {
  const style = { prefix: 'studio', suffix: '', ...NO_WORDS }
  expect(saved({})).toEqual({ outputFormat: 'jpeg', compressionQuality: 0.85, ...style })
  expect(saved({ defaultOutputFormat: 'webp' }).outputFormat).toBe('webp')
  expect(saved({ defaultLanguage: 'fr' }).language).toBe('fr')
})

test('own words and the style of names are those of the settings', () => {
  const own = saved({
    defaultPreferredWords: 'couch = sofa',
    defaultForbiddenWords: 'cheap',
    defaultAddedKeywords: 'Acme',
    defaultMaxKeywords: 5,
    defaultMaxWords: 4,
    defaultNamePattern: '{details}-{subject}',
    defaultSeparator: 'underscore',
  })
  expect(own).toMatchObject({ preferredWords: 'couch = sofa', forbiddenWords: 'cheap', addedKeywords: 'Acme' })
  expect(own).toMatchObject({
    maxKeywords: 5,
    maxWords: 4,
    namePattern: '{details}-{subject}',
    separator: 'underscore',
  })
})

test('what makes no sense is left to the defaults', () => {
  const nothing = saved({ defaultOutputFormat: 'tiff', defaultQuality: 0 })
  expect(nothing).toEqual({ prefix: 'studio', suffix: '', ...NO_WORDS })
  expect(preferredOptions(undefined)).toEqual({})
})
