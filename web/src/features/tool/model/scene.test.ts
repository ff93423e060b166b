import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { Instance } from '@/engine/abi'
import { cityNearOf } from '@/engine/places'
import { image, inspection } from '../testing/images'
import { realRules } from '../testing/rules'
import { asksForPlace, preparePlaces, sceneOf, usePlaces } from './scene'

afterEach(() => usePlaces.setState({ near: null }))

const ribadeo = { latitude: 43.538, longitude: -7.04 }
const there = [image('a.jpg', { inspection: inspection(ribadeo) })]

test('the switch and the tokens of places ask for the table, and coordinates alone do not', () => {
  const asks = (namePattern: string, sayPlace = false) => asksForPlace({ namePattern, sayPlace })
  expect(asks('', true)).toBe(true)
  expect(['{city}', '{ Country }/{name}', '{name}-{place}'].every((pattern) => asks(pattern))).toBe(true)
  expect(['', '{name}', '{place:gps}', 'city'].some((pattern) => asks(pattern))).toBe(false)
})

test('the table is fetched once, and only for images with coordinates', async () => {
  const { defaults } = await realRules()
  const load = vi.fn(async () => () => ({ city: 'Ribadeo', country: 'Spain' }))
  const asking = { ...defaults, sayPlace: true }
  await preparePlaces(defaults, there, load)
  await preparePlaces(asking, [image('b.jpg')], load)
  expect(load).not.toHaveBeenCalled()
  await preparePlaces(asking, there, load)
  await preparePlaces(asking, there, load)
  expect(load).toHaveBeenCalledTimes(1)
  expect(sceneOf({ ...ribadeo, people: ['Anna'] })).toEqual({ city: 'Ribadeo', country: 'Spain', people: ['Anna'] })
  expect(sceneOf({}).city).toBe('')
})

test('a table that does not come is said, and nothing is known then', async () => {
  const { defaults } = await realRules()
  const lost = async () => Promise.reject(new Error('offline'))
  expect(await preparePlaces({ ...defaults, sayPlace: true }, there, lost)).toBe(false)
  expect(sceneOf(ribadeo)).toEqual({ city: '', country: '', people: [] })
})

test('the module finds cities', async () => {
  const module = await WebAssembly.compile(readFileSync('src/engine/pkg/places.wasm'))
  const near = cityNearOf(await Instance.open(module))
  expect(near(43.538, -7.04)).toEqual({ city: 'Ribadeo', country: 'Spain' })
  expect(near(35, -40)).toBeNull()
})
