import { expect, test } from 'vitest'
import { ApiError, unreachable } from '@/api/problem'
import { aiFailure, processingFailure } from './remarks'

test('the words of browsers for a request without an answer never reach a row', () => {
  for (const words of ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed']) {
    expect(processingFailure(new TypeError(words))).toBe(
      'Processing failed: The server cannot be reached. Check your connection and retry. Using cleaned original name.',
    )
  }
})

test('a sentence of the server stays as it is', () => {
  const refused = new ApiError('The image is too large.', { status: 413, code: 'too_large' })
  expect(aiFailure(refused)).toContain('AI processing failed: The image is too large. Using')
  expect(aiFailure(unreachable(new TypeError('Failed to fetch')))).toContain('cannot be reached')
})
