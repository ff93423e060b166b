import { expect, test } from 'vitest'
import { FIT, fitOf, MOST, moved, zoomedAt } from './zoom'

const stage = { width: 400, height: 300 }

test('what is under the pointer stays under it', () => {
  const zoom = zoomedAt(FIT, 2, { x: 100, y: -50 }, stage)
  expect(zoom).toEqual({ scale: 2, x: -100, y: 50 })
  expect(zoomedAt(zoom, 0.5, { x: 100, y: -50 }, stage)).toEqual(FIT)
})

test('it never gets smaller than the stage, larger than the most, or out of sight', () => {
  expect(zoomedAt(FIT, 0.5, { x: 0, y: 0 }, stage)).toEqual(FIT)
  expect(zoomedAt(FIT, 100, { x: 0, y: 0 }, stage).scale).toBe(MOST)
  expect(moved({ scale: 2, x: 0, y: 0 }, { x: 9999, y: -9999 }, stage)).toEqual({ scale: 2, x: 200, y: -150 })
  expect(moved(FIT, { x: 10, y: 10 }, stage)).toEqual(FIT)
})

test('the share of its own pixels at which an image fits', () => {
  expect(fitOf({ width: 4000, height: 1000 }, stage)).toBe(0.1)
  expect(fitOf({ width: 0, height: 0 }, stage)).toBe(1)
})
