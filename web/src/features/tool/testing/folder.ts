// A folder of the disk in memory, as browsers hand it out: names that lead out of it are refused, and what is missing is said.
import type { Folder } from '../results/export/folder'

type Held = Map<string, File | Held>

export class MemoryFolder {
  readonly name = 'folder'
  readonly held: Held
  /** Set to make the next writing fail half way. */
  failing = false

  constructor(held: Held = new Map()) {
    this.held = held
  }

  asFolder(): Folder {
    return this as unknown as Folder
  }

  put(name: string, text: string, lastModified = 1): File {
    const file = new File([text], name, { lastModified })
    this.held.set(name, file)
    return file
  }

  names(): string[] {
    return [...this.held.keys()].sort()
  }

  async text(name: string): Promise<string> {
    return (this.held.get(name) as File).text()
  }

  async getFileHandle(name: string, { create = false } = {}) {
    const there = this.#found(name, create, () => new File([], name))
    if (!(there instanceof File)) throw new DOMException('a folder', 'TypeMismatchError')
    const getFile = async () => this.held.get(name) as File
    return { getFile, createWritable: async () => this.#writable(name) }
  }

  async getDirectoryHandle(name: string, { create = false } = {}) {
    const there = this.#found(name, create, () => new Map())
    if (there instanceof File) throw new DOMException('a file', 'TypeMismatchError')
    return new MemoryFolder(there)
  }

  async removeEntry(name: string) {
    const there = this.held.get(name)
    if (there instanceof Map && there.size > 0) throw new DOMException('not empty', 'InvalidModificationError')
    if (!this.held.delete(name)) throw new DOMException('none', 'NotFoundError')
  }

  #found(name: string, create: boolean, fresh: () => File | Held): File | Held {
    if (name === '' || name === '.' || name === '..' || /[\\/]/.test(name)) throw new TypeError('Name is not allowed.')
    const there = this.held.get(name) ?? (create ? fresh() : undefined)
    if (!there) throw new DOMException('none', 'NotFoundError')
    this.held.set(name, there)
    return there
  }

  #writable(name: string) {
    const parts: BlobPart[] = []
    return {
      write: async (part: BlobPart) => {
        if (this.failing) throw new DOMException('full', 'QuotaExceededError')
        parts.push(part)
      },
      close: async () => void this.held.set(name, new File(parts, name, { lastModified: 2 })),
      abort: async () => undefined,
    }
  }
}
