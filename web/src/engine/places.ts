// The table of cities: a module of its own, fetched when a recipe asks where images were taken, then synchronous.
import { loadPart } from '../lib/load-part'
import { Instance } from './abi'
import wasmUrl from './pkg/places.wasm?url'

export interface Place {
  city: string
  country: string
}

/** The city at a position in degrees; null when none is near. */
export type CityNear = (latitude: number, longitude: number) => Place | null

let loading: Promise<CityNear> | undefined

/** Resolves to the same table every time; what did not come after a few tries can be asked for again. */
export function loadPlaces(): Promise<CityNear> {
  loading ??= loadPart(() => WebAssembly.compileStreaming(fetch(wasmUrl)))
    .then(Instance.open)
    .then(cityNearOf)
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Wraps an instance; also used by tests with an instance of their own. */
export function cityNearOf(instance: Instance): CityNear {
  return (latitude, longitude) => instance.call<Place | null>({ op: 'cityNear', position: [latitude, longitude] }).value
}
