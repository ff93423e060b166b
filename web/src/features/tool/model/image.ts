// One image of the batch, as the person gave it. The file is a handle: its bytes stay on disk until they are needed.
import type { Inspection } from '@/engine'

export interface BatchImage {
  id: string
  file: File
  name: string
  /** The folder it came from, relative to what was dropped; empty for single files. */
  folder: string
  inspection: Inspection
  /** Grows from image to image and stays with it: where it belongs after a reload, or when it is brought back. */
  order: number
}

/** A file on its way in, before anyone has looked inside. */
export interface Incoming {
  file: File
  folder: string
}

/** The name without its extension, for labels. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** Kilobytes to one decimal, as the preview tiles state them. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
