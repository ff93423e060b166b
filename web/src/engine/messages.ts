// What the page and its image workers say to each other.

/** A binary part of a call: read inside the worker, so that the page's memory stays small. */
export type Part = Blob | Uint8Array<ArrayBuffer> | null

export type ToWorker =
  /** `name`: a module beside the engine, for one format. */
  | { kind: 'open'; module: WebAssembly.Module; name?: string }
  | { kind: 'call'; id: number; request: { op: string } & Record<string, unknown>; parts: Part[] }

export type FromWorker =
  | { kind: 'progress'; id: number; loaded: number; total: number }
  | { kind: 'done'; id: number; value: unknown; blob: Blob | null; memoryBytes: number }
  | { kind: 'failed'; id: number; code: string; message: string }
