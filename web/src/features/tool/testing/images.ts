// Images for tests: no real pixels, only what the tool looks at.
import type { Facts, Inspection, Processed } from '@/engine'
import type { BatchImage } from '../model/image'

export function inspection(change: Partial<Inspection> = {}): Inspection {
  return {
    format: 'jpeg',
    mime: 'image/jpeg',
    extension: 'jpg',
    width: 400,
    height: 300,
    orientation: 1,
    frames: 1,
    hasAlpha: false,
    bitDepth: 8,
    icc: null,
    takenAt: null,
    cameraMake: null,
    cameraModel: null,
    latitude: null,
    longitude: null,
    title: null,
    people: [],
    hasExif: false,
    hasXmp: false,
    hasIptc: false,
    ...change,
  }
}

export function image(name: string, change: Partial<BatchImage> = {}): BatchImage {
  const file = new File([`bytes of ${name}`], name, { type: 'image/jpeg', lastModified: 1_700_000_000_000 })
  return { id: name, file, name, folder: '', inspection: inspection(), order: 0, ...change }
}

export function processed(text: string, change: Partial<Facts> = {}): Processed {
  const facts: Facts = {
    sourceFormat: 'jpeg',
    format: 'jpeg',
    mime: 'image/jpeg',
    extension: 'jpg',
    sourceWidth: 400,
    sourceHeight: 300,
    width: 400,
    height: 300,
    frames: 1,
    reencoded: true,
    keptOriginal: false,
    quality: 80,
    warnings: [],
    shot: null,
    ...change,
  }
  return { blob: new Blob([text]), facts }
}
