// Giving a file to the person. Small ones go to the downloads folder; large streams are written straight to the place
// they choose, where the browser can do that, so that a ZIP of gigabytes never has to fit anywhere twice.
import { releaseUrl } from './release-url'

interface SavePicker {
  showSaveFilePicker?: (options: object) => Promise<{ createWritable(): Promise<WritableStream> }>
}

/** From here on asking for a place is worth the extra step. */
const LARGE_BYTES = 256 * 1024 * 1024

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  releaseUrl(url)
}

/** False when the person closed the dialog. Must be called from a click, before anything is awaited. */
export async function saveStream(open: () => Promise<Response>, name: string, expectedBytes: number): Promise<boolean> {
  const { showSaveFilePicker } = window as SavePicker
  if (expectedBytes < LARGE_BYTES || !showSaveFilePicker) {
    saveBlob(await (await open()).blob(), name)
    return true
  }
  try {
    const handle = await showSaveFilePicker.call(window, {
      suggestedName: name,
      types: [{ accept: { 'application/zip': ['.zip'] } }],
    })
    const target = await handle.createWritable()
    await (await open()).body?.pipeTo(target)
    return true
  } catch (cause) {
    if ((cause as DOMException).name === 'AbortError') return false
    throw cause
  }
}
