// The table of cities: a module of its own, fetched when a recipe asks where images were taken, then synchronous.
import type { Instance } from './abi'
import { moduleLoader } from './load-module'
import wasmUrl from './pkg/places.wasm?url'

export interface Place {
  city: string
  country: string
}

/** The city at a position in degrees; null when none is near. */
export type CityNear = (latitude: number, longitude: number) => Place | null

export const loadPlaces = moduleLoader(wasmUrl, cityNearOf)

/** Wraps an instance; also used by tests with an instance of their own. */
export function cityNearOf(instance: Instance): CityNear {
  return (latitude, longitude) => instance.call<Place | null>({ op: 'cityNear', position: [latitude, longitude] }).value
}
