import { expect, test } from 'vitest'
import { processButtonText, smartModeText } from '../configure/button-text'
import { percentOf, progressSentence, secondsLeft } from './progress'

test('the cached pass is the first half, the AI pass the second', () => {
  expect(percentOf({ pass: 'cached', done: 0, total: 4 })).toBe(0)
  expect(percentOf({ pass: 'cached', done: 2, total: 4 })).toBe(25)
  expect(percentOf({ pass: 'cached', done: 4, total: 4 })).toBe(50)
  expect(percentOf({ pass: 'ai', done: 0, total: 3 })).toBe(50)
  expect(percentOf({ pass: 'ai', done: 2, total: 3 })).toBe(83)
  expect(percentOf({ pass: 'ai', done: 3, total: 3 })).toBe(100)
})

test('where nothing is known the AI pass is the whole way, from 0 to 100', () => {
  expect(percentOf({ pass: 'ai', done: 0, total: 4, alone: true })).toBe(0)
  expect(percentOf({ pass: 'ai', done: 1, total: 4, alone: true })).toBe(25)
  expect(percentOf({ pass: 'ai', done: 4, total: 4, alone: true })).toBe(100)
})

test('a pass without images is complete', () => {
  expect(percentOf({ pass: 'cached', done: 0, total: 0 })).toBe(50)
  expect(percentOf({ pass: 'ai', done: 0, total: 0 })).toBe(100)
})

test('the time left is guessed from the speed so far, and not too early', () => {
  expect(secondsLeft(0, 1000, 1, 10)).toBeNull()
  expect(secondsLeft(0, 5000, 5, 10)).toBe(5)
  expect(secondsLeft(0, 5000, 10, 10)).toBeNull()
})

test('progress in words', () => {
  expect(progressSentence(18, 22, 6)).toBe('18 of 22 done, about 6 seconds left.')
  expect(progressSentence(1, 22, null)).toBe('1 of 22 done.')
  expect(progressSentence(21, 22, 1)).toBe('21 of 22 done, about 1 second left.')
  expect(progressSentence(10, 250, 300)).toBe('10 of 250 done, about 5 minutes left.')
})

test('the three texts of the process button', () => {
  expect(processButtonText(8, 8)).toBe('Apply Changes to 8 Images (No AI Credits)')
  expect(processButtonText(8, 3)).toBe('Process 5 New Images + Apply to 3 Cached')
  expect(processButtonText(8, 0)).toBe('Process 8 Images with AI')
  expect(processButtonText(1, 0)).toBe('Process 1 Image with AI')
})

test('the smart mode note states both numbers', () => {
  expect(smartModeText(8, 3)).toBe('3 images have cached names and do not use your allowance, 5 new.')
})
