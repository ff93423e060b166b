// The boundary to the wasm modules: a JSON request with binary parts in, a JSON reply with bytes out.
// Mirrors crates/wasm/src/{boundary,parts}.rs. Numbers are little-endian u32.

interface Exports {
  memory: WebAssembly.Memory
  nomina_alloc(len: number): number
  nomina_free(ptr: number, len: number): void
  nomina_call(ptr: number, len: number): number
}

/** The engine's own refusal, with a sentence for the person. */
export class EngineFailure extends Error {
  override name = 'EngineFailure'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The module that a refusal asks for: `needs-heic` means the one named `heic`. */
export function neededModule(code: string): string | undefined {
  return code.startsWith('needs-') ? code.slice('needs-'.length) : undefined
}

export interface Reply<T> {
  value: T
  bytes: Uint8Array<ArrayBuffer>
}

/** One instance of a module with its own memory. */
export class Instance {
  readonly #exports: Exports

  private constructor(exports: Exports) {
    this.#exports = exports
  }

  /** `progress` hears which share of a long call is done, from 0 to 1. */
  static async open(module: WebAssembly.Module, progress: (share: number) => void = () => {}): Promise<Instance> {
    const instance = await WebAssembly.instantiate(module, { nomina: { progress } })
    return new Instance(instance.exports as unknown as Exports)
  }

  /** Memory only grows; a host that cares starts a new instance. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength
  }

  call<T>(request: object, binary: Uint8Array[] = []): Reply<T> {
    const parts = [new TextEncoder().encode(JSON.stringify(request)), ...binary]
    const head = 4 + parts.length * 4
    const size = parts.reduce((sum, part) => sum + part.length, head)
    const ptr = this.#exports.nomina_alloc(size) >>> 0
    this.#write(ptr, parts, head)
    return this.#read<T>(this.#exports.nomina_call(ptr, size) >>> 0)
  }

  #write(ptr: number, parts: Uint8Array[], head: number): void {
    const { buffer } = this.#exports.memory
    const view = new DataView(buffer, ptr)
    const memory = new Uint8Array(buffer, ptr)
    view.setUint32(0, parts.length, true)
    let at = head
    parts.forEach((part, index) => {
      view.setUint32(4 + index * 4, part.length, true)
      memory.set(part, at)
      at += part.length
    })
  }

  #read<T>(ptr: number): Reply<T> {
    const { buffer } = this.#exports.memory
    const view = new DataView(buffer, ptr)
    const size = view.getUint32(0, true)
    const jsonLength = view.getUint32(8, true)
    const bytesLength = view.getUint32(12, true)
    const json = new TextDecoder().decode(new Uint8Array(buffer, ptr + 16, jsonLength))
    const bytes = new Uint8Array(bytesLength)
    bytes.set(new Uint8Array(buffer, ptr + 16 + jsonLength, bytesLength))
    this.#exports.nomina_free(ptr, size)
    const reply = JSON.parse(json) as { ok: T } | { error: { code: string; message: string } }
    if ('error' in reply) throw new EngineFailure(reply.error.code, reply.error.message)
    return { value: reply.ok, bytes }
  }
}
