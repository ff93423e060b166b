// Downloading one result or all of them, with the spec's toasts.
import { downloadZip as zipResponse } from 'client-zip'
import { useCallback, useState } from 'react'
import { engine } from '@/engine'
import type { Rules } from '@/engine/rules'
import { saveBlob, saveStream } from '@/lib/save-file'
import { toast, toastError } from '@/ui/toasts'
import type { FinalName } from './final-names'
import { useResults } from './results-store'
import { isReady, type ReadyRow, type ResultRow } from './row'
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
    (row: ResultRow) => {
      const name = rules.zipEntryName(names.get(row.id)?.name ?? row.originalName)
      try {
        if (!isReady(row)) throw new Error('There is nothing to download yet.')
        saveBlob(row.output, name)
        toast('Success!', `${name} downloaded successfully.`)
      } catch {
        toastError('Error', 'Failed to download image.')
      }
    },
    [rules, names],
  )

  const downloadZip = async () => {
    const { rows, recipe } = useResults.getState()
    const count = rows.filter(isReady).length
    setZipping(true)
    try {
      const plan = {
        rows,
        names,
        choices,
        options: recipe ?? rules.defaults,
        rules,
        sha256: engine.sha256,
        worded: (row: ReadyRow) => withWords(row, rules.defaults, recipe ?? rules.defaults, engine.process),
        now: new Date(),
      }
      const saved = await saveStream(() => zipResponse(zipEntries(plan)), ZIP_NAME, zipBytes(rows))
      if (saved) toast('Success!', `Downloaded ${count} images as ZIP file.`)
    } catch {
      toastError('Error', 'Failed to create ZIP file.')
    } finally {
      setZipping(false)
    }
  }

  return { choices, setChoices, zipping, downloadZip, downloadOne }
}
