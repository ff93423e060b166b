/** An image: a Blob or File, its bytes, or its bytes with a file name. */
export type ImageInput = Blob | Uint8Array | ArrayBuffer | { name: string; bytes: Uint8Array | ArrayBuffer | Blob }

/** Processing options, as in `ProcessingOptions` of the OpenAPI document. */
export type Recipe = Readonly<Record<string, unknown>>

export interface NamePart {
  words: string
  confidence: number
}

/** A name without extension. Without `success` it is the old name, cleaned, and `error` says why. */
export interface Name {
  success: boolean
  suggestedName: string
  alternatives: string[]
  altText?: string
  keywords?: string[]
  /** How sure the main subject is, 0 to 1, when the model says. */
  confidence?: number | null
  /** Whether the name says next to nothing, such as `food`. */
  bland?: boolean
  words?: NamePart[]
  fingerprint?: string
  /** Whether the words of `context` were used, when the model says. */
  contextUsed?: boolean | null
  provider: string
  error?: string | null
}

export interface Processed {
  blob: Blob
  mediaType: string
  width: number
  height: number
  frames: number
  reencoded: boolean
  keptOriginal: boolean
  warnings: string[]
}

export interface BatchImage {
  originalName: string
  status: 'waiting' | 'done' | 'failed'
  name?: string | null
  size?: number | null
  error?: string | null
}

export interface Batch {
  id: string
  jobName: string
  status: 'pending' | 'processing' | 'completed' | 'failed'
  fileCount: number
  processedCount: number
  /** The images in the order in which they were sent. */
  pictures: BatchImage[]
  resultUrl?: string | null
  errorMessage?: string | null
  webhookSecret?: string | null
  createdAt: string
  completedAt?: string | null
  expiresAt: string
}

/** A limit of null means unlimited. */
export interface Usage {
  tier: string
  dailyFiles: number
  monthlyFiles: number
  totalFiles: number
  dailyLimit?: number | null
  monthlyLimit?: number | null
  dailyResetsAt: string
  monthlyResetsAt: string
}

export interface Options {
  signal?: AbortSignal
}

export interface PostOptions extends Options {
  /** Made by the client when it is missing. */
  idempotencyKey?: string
}

export interface NameOptions extends PostOptions {
  originalName?: string
  context?: string
  contextAsPrefix?: boolean
}

export interface NewBatch {
  images?: ImageInput[]
  zip?: ImageInput
  urls?: string[]
  recipe?: Recipe
  jobName?: string
  webhookUrl?: string
}

export interface Settings {
  /** Defaults to the environment's NOMINA_KEY. */
  key?: string
  /** Defaults to the environment's NOMINA_URL. */
  url?: string
  /** How often a request that fails for a passing reason is repeated; 3 by default. */
  retries?: number
  fetch?: typeof globalThis.fetch
}

export class Nomina {
  constructor(settings?: Settings)
  name(image: ImageInput, options?: NameOptions): Promise<Name>
  process(image: ImageInput, recipe?: Recipe, options?: PostOptions): Promise<Processed>
  createBatch(batch: NewBatch, options?: PostOptions): Promise<Batch>
  batch(id: string, options?: Options): Promise<Batch>
  wait(id: string, options?: Options & { onProgress?: (batch: Batch) => void }): Promise<Batch>
  download(id: string, options?: Options): Promise<Blob>
  cancel(id: string, options?: Options): Promise<Batch>
  delete(id: string, options?: Options): Promise<void>
  usage(options?: Options): Promise<Usage>
}

export class NominaError extends Error {}
export class ConnectionFailedError extends NominaError {}
export class IncompleteResponseError extends NominaError {}
export class UnexpectedResponseError extends NominaError {}
export class BatchFailedError extends NominaError {}
export class ApiError extends NominaError {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfter?: number
}
export class AuthenticationError extends ApiError {}
export class PermissionDeniedError extends ApiError {}
export class NotFoundError extends ApiError {}
export class TooLargeError extends ApiError {}
export class InvalidRequestError extends ApiError {}
export class RateLimitError extends ApiError {}
export class ServerError extends ApiError {}
