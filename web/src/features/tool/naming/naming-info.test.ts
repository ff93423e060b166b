import { expect, test } from 'vitest'
import { copySentence, namerOf, problemSentence } from './naming-info'

const HERE = { provider: 'embedded', label: 'the model on this server', leavesServer: false }

test('who names the images and how far their copies go is said', () => {
  expect(namerOf(HERE)).toBe('the model on this server')
  expect(copySentence(HERE)).toContain('sent only to this server')
  const away = { provider: 'gemini', label: 'Gemini', leavesServer: true }
  expect(namerOf(away)).toBe('Gemini')
  expect(copySentence(away)).toContain('to Gemini')
})

test('on this device nothing leaves, whoever else could name', () => {
  const away = { provider: 'gemini', label: 'Gemini', leavesServer: true }
  expect(namerOf(away, true)).toBe('the model on this device')
  expect(namerOf(away, true, undefined, true)).toBe('the larger model on this device')
  expect(copySentence(away, true)).toBe('Nothing leaves your browser: the server only counts the names.')
})

test('without a model the reason is said and what names become', () => {
  expect(problemSentence(HERE)).toBeUndefined()
  const problem = 'The naming model cannot be loaded: the weights file is damaged; fetch it again.'
  expect(problemSentence({ ...HERE, provider: 'original', problem })).toBe(
    'No naming model is available: The naming model cannot be loaded: the weights file is damaged; fetch it again. Images get their cleaned original names.',
  )
})

test('a server without a model is no problem for names made on this device', () => {
  const info = { ...HERE, provider: 'original', problem: 'GEMINI_API_KEY is not set' }
  expect(problemSentence(info, true)).toBeUndefined()
})
