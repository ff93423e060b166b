// Images from outside the page: opened with the installed app, or shared by another app on a phone (see worker.js).
// They wait in the tool's own queue, which takes them when it is drawn.

interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void
}

const SHARED = 'nomina-shared'

export function takeImagesFromOutside(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files }) => void Promise.all(files.map((file) => file.getFile())).then(leave))
  if (new URLSearchParams(window.location.search).has('shared')) void takeShared().then(leave)
}

async function takeShared(): Promise<File[]> {
  const waiting = await caches.open(SHARED)
  const files: File[] = []
  for (const request of await waiting.keys()) {
    const kept = await waiting.match(request)
    if (kept) files.push(await fileOf(kept))
    await waiting.delete(request)
  }
  return files
}

async function fileOf(kept: Response): Promise<File> {
  const name = decodeURIComponent(kept.headers.get('x-name') ?? 'image')
  const bytes = await kept.blob()
  return new File([bytes], name, { type: bytes.type })
}

async function leave(files: File[]): Promise<void> {
  const { leaveFiles } = await import('@/features/tool/upload/waiting-store')
  leaveFiles(files.map((file) => ({ file, folder: '' })))
}
