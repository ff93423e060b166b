// Where an image was taken and who is in it. The table of cities is fetched once a recipe asks for it and an image has coordinates.
import { create } from 'zustand'
import type { NameScene, ProcessingOptions } from '@/api/types'
import type { Inspection } from '@/engine'
import { type CityNear, loadPlaces } from '@/engine/places'

/** The table, once it is here. */
export const usePlaces = create<{ near: CityNear | null }>(() => ({ near: null }))

/** Whether a recipe asks for the city of an image. */
export function asksForPlace({ sayPlace, namePattern }: Pick<ProcessingOptions, 'sayPlace' | 'namePattern'>): boolean {
  return sayPlace || /\{\s*(city|country|place)\s*\}/i.test(namePattern)
}

/** Fetches the table where it is needed. False when it did not come: nothing is said about places then. */
export async function preparePlaces(
  options: ProcessingOptions,
  images: readonly { inspection: Inspection }[],
  load: () => Promise<CityNear> = loadPlaces,
): Promise<boolean> {
  const needed = asksForPlace(options) && images.some(({ inspection }) => positionOf(inspection) !== null)
  if (!needed || usePlaces.getState().near) return true
  try {
    usePlaces.setState({ near: await load() })
    return true
  } catch {
    return false
  }
}

/** Images of an earlier visit may come without people. */
export function sceneOf(inspection: Partial<Inspection>): NameScene {
  const position = positionOf(inspection)
  const place = position && usePlaces.getState().near?.(...position)
  return { city: place?.city ?? '', country: place?.country ?? '', people: inspection.people ?? [] }
}

function positionOf({ latitude, longitude }: Partial<Inspection>): [number, number] | null {
  return typeof latitude === 'number' && typeof longitude === 'number' ? [latitude, longitude] : null
}
