// Downloading one result, some or all of them, with their toasts. What has vanished from the disk is told in its row and
// never stops the others.
import { downloadZip as zipResponse } from 'client-zip'
import { useCallback, useState } from 'react'
import { engine } from '@/engine'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { saveBlob, saveStream } from '@/lib/save-file'
import { leave, toast, toastError } from '@/ui/toasts'
import { entryPath, type FinalName } from '../../model/final-names'
import { useResults } from '../../model/results-store'
import { isReadable, isReady, type ReadyRow, type ResultRow, UNREADABLE } from '../../model/row'
import { withWords } from './with-words'
import { ZIP_NAME, type ZipChoices, zipBytes, zipEntries } from './zip'

export function useDownloads(rules: Rules, names: ReadonlyMap<string, FinalName>) {
  const [choices, setChoices] = useState<ZipChoices>({
    keepFolders: false,
    withLists: false,
    withWords: false,
  })
  const [zipping, setZipping] = useState(false)

  const downloadOne = useCallback(
    async (row: ResultRow) => {
      const name = entryPath(names.get(row.id)?.name ?? row.originalName, rules).replace(/^.*\//, '')
      leave(t`Error`)
      const [there] = await stillThere([row])
      try {
        if (!there) throw new Error(t`There is nothing to download.`)
        saveBlob(there.output, name)
        toast(t`Success!`, t`${name} downloaded successfully.`)
      } catch {
        toastError(t`Error`, t`Failed to download image.`)
      }
    },
    [rules, names],
  )

  /** The files of the rows that can still be read, as a ZIP or a folder holds them. */
  const entriesOf = (ready: ReadyRow[]) => {
    const { recipe } = useResults.getState()
    const options = recipe ?? rules.defaults
    const worded = (row: ReadyRow) => withWords(row, rules, options, engine.process)
    return zipEntries({ rows: ready, names, choices, options, rules, sha256: engine.sha256, worded, now: new Date() })
  }
  const entries = async (rows: readonly ResultRow[]) => entriesOf(await stillThere(rows))

  /** These rows, in the order of the batch. */
  const downloadZip = async (rows: readonly ResultRow[]) => {
    let count = 0
    const open = async () => {
      const ready = await stillThere(rows)
      count = ready.length
      if (count === 0) throw new Error(t`No image is left.`)
      return zipResponse(entriesOf(ready))
    }
    setZipping(true)
    leave(t`Error`)
    try {
      const saved = await saveStream(open, ZIP_NAME, zipBytes(rows))
      if (saved) toast(t`Success!`, t`Downloaded ${count} images as ZIP file.`)
    } catch {
      toastError(t`Error`, t`Failed to create ZIP file.`)
    } finally {
      setZipping(false)
    }
  }

  return { choices, setChoices, zipping, entries, downloadZip, downloadOne }
}

/** The rows whose bytes can be read right now. The others have failed from here on. */
async function stillThere(rows: readonly ResultRow[]): Promise<ReadyRow[]> {
  const ready = rows.filter(isReady)
  const readable = await Promise.all(ready.map(({ output }) => isReadable(output)))
  const gone = ready.filter((_, at) => !readable[at])
  const lost: Partial<ResultRow> = { state: 'failed', output: null, error: UNREADABLE, notes: [] }
  if (gone.length > 0) useResults.getState().patch(new Map(gone.map(({ id }) => [id, lost])))
  return ready.filter((_, at) => readable[at])
}
