// What may enter a batch: the type by content, the size and the number by the plan. Every refusal is one
// line, so that the caller can show them all in one message.
import type { EngineFailure, Inspection } from '@/engine'
import { t } from '@/lib/messages'
import type { BatchImage, Incoming } from '../model/image'

export interface UploadLimits {
  maxFileMb: number
  maxBatch: number
}

interface Checked {
  accepted: Omit<BatchImage, 'id' | 'order'>[]
  errors: string[]
}

type Inspect = (file: Blob, signal?: AbortSignal) => Promise<Inspection>

/** Files looked at together: enough to keep the workers busy, few enough to stop soon when the batch is full. */
const AT_ONCE = 8
/** The start of a file that is too large to be taken is enough to tell whether it is an image at all. */
const SNIFF_BYTES = 64 * 1024
const BYTES_PER_MB = 1024 * 1024

/** Looks at the files in order and stops when the batch is full; what is left over is dropped with one sentence. */
export async function checkFiles(
  incoming: Incoming[],
  held: number,
  limits: UploadLimits,
  inspect: Inspect,
): Promise<Checked> {
  const accepted: Checked['accepted'] = []
  const errors: string[] = []
  let full = false
  for (let at = 0; at < incoming.length && !full; at += AT_ONCE) {
    const verdicts = await Promise.all(incoming.slice(at, at + AT_ONCE).map((one) => look(one, limits, inspect)))
    for (const verdict of verdicts) {
      if (typeof verdict === 'string') errors.push(verdict)
      else if (held + accepted.length < limits.maxBatch) accepted.push(verdict)
      else full = true
    }
    if (held + accepted.length >= limits.maxBatch && at + AT_ONCE < incoming.length) full = true
  }
  if (full)
    errors.push(fullSentence(limits.maxBatch, accepted.length, incoming.length - accepted.length - errors.length))
  return { accepted, errors }
}

/** Files after the full batch were not looked at: they may hold anything, so they are only counted. */
function fullSentence(maxBatch: number, added: number, left: number): string {
  return t`Cannot exceed ${maxBatch} images per batch. ${added} added, ${left} left out.`
}

async function look(
  { file, folder }: Incoming,
  limits: UploadLimits,
  inspect: Inspect,
): Promise<Checked['accepted'][number] | string> {
  if (file.size === 0) return t`${file.name}: The file is empty.`
  const tooLarge = file.size > limits.maxFileMb * BYTES_PER_MB
  try {
    const inspection = await inspect(tooLarge ? file.slice(0, SNIFF_BYTES) : file)
    return tooLarge ? sizeError(file, limits) : { file, folder, name: file.name, inspection }
  } catch (cause) {
    const failure = cause as Partial<EngineFailure>
    if (failure.code === 'unsupported') return t`${file.name}: Unsupported file type.`
    if (tooLarge) return sizeError(file, limits)
    return `${file.name}: ${failure.message || t`The file could not be read.`}`
  }
}

function sizeError(file: File, limits: UploadLimits): string {
  return t`${file.name}: File too large (max ${limits.maxFileMb}MB).`
}
