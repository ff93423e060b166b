import { expect, test } from 'vitest'
import { NOTHING_SENT, noteCopy, noteResults, sentSentence, UNKNOWN_SENT, useSent } from './sent-store'

test('the screen says only what is known about what has left the device', () => {
  useSent.setState(NOTHING_SENT)
  expect(sentSentence(useSent.getState())).toBe(
    'Your images stay in this browser. Nothing has left your device so far.',
  )
  for (const hash of ['a', 'b', 'a']) noteCopy(hash)
  expect(sentSentence(useSent.getState())).toBe(
    'Your images stay in this browser. Reduced copies of 2 images were sent to be named.',
  )
  noteResults()
  expect(sentSentence(useSent.getState())).toContain('Results were saved to your history.')
  expect(sentSentence(UNKNOWN_SENT)).toBe('Your images stay in this browser.')
})
