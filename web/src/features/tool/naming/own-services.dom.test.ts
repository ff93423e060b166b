import { beforeEach, expect, test } from 'vitest'
import { followOtherTabs, isKey, readyService, useOwnKeys } from './own-services'

const stored = () => JSON.parse(localStorage.getItem('nomina.own-keys') ?? '{}').state
const KEPT = { key: 'sk-1', model: '' }

beforeEach(() => {
  useOwnKeys.setState({ chosen: null, keys: {}, problem: null })
})

test('a key is kept in this browser until it is forgotten, and then its service is no longer used', () => {
  useOwnKeys.getState().keep('openai', KEPT)
  useOwnKeys.getState().choose('openai')
  expect(stored()).toEqual({ chosen: 'openai', keys: { openai: KEPT } })
  useOwnKeys.getState().forget('openai')
  expect(stored()).toEqual({ chosen: null, keys: {} })
  expect(readyService('openai', useOwnKeys.getState().keys)).toBeUndefined()
})

test('a key that another tab forgets is forgotten here, also when all site data is cleared', async () => {
  useOwnKeys.getState().keep('openai', KEPT)
  useOwnKeys.getState().choose('openai')
  const forgotten = JSON.stringify({ state: { chosen: null, keys: {} }, version: 0 })
  localStorage.setItem('nomina.own-keys', forgotten)
  followOtherTabs({ key: 'nomina.own-keys', newValue: forgotten })
  expect(useOwnKeys.getState()).toMatchObject({ chosen: null, keys: {} })
  useOwnKeys.getState().keep('openai', KEPT)
  followOtherTabs({ key: null, newValue: null })
  expect(useOwnKeys.getState().keys).toEqual({})
})

test('a refusal is not kept, and another key takes it away', () => {
  useOwnKeys.setState({ problem: 'OpenAI does not accept your key.' })
  useOwnKeys.getState().keep('openai', KEPT)
  expect(useOwnKeys.getState().problem).toBeNull()
  expect(JSON.stringify(stored())).not.toContain('problem')
})

test('what cannot be a header is no key', () => {
  for (const text of ['', 'a b', 'k\nx: y', 'schlüssel', 'x'.repeat(501)]) expect(isKey(text), text).toBe(false)
  expect(isKey('sk-proj-A_b-1.2')).toBe(true)
})
