// What was changed in the last moment before the page went: the database writes in the background and may not get that far,
// so it is left where writing takes no time, and taken up by the next page of this tab.
import type { ProcessingOptions } from '@/api/types'
import { sessionStore } from '@/lib/web-storage'
import { renameRows } from '../model/edits'
import { useMarks } from '../model/marks-store'
import { type Tab, useOptionChanges } from '../model/options-store'
import { useResults } from '../model/results-store'
import { type Sent, useSent } from '../model/sent-store'

const KEY = 'nomina.last-words'

interface LastWords {
  options: Partial<ProcessingOptions>
  tab: Tab
  unselected: string[]
  unmarked: string[]
  /** Names that were written by hand, by image. */
  names: [string, string][]
  sent: Sent
}

export function leaveLastWords(): void {
  // The watermark image can be larger than web storage.
  const { changes, tab } = useOptionChanges.getState()
  const { imageWatermarkFile: _, ...options } = changes
  const { unselected, unmarked } = useMarks.getState()
  const marks = { unselected: [...unselected], unmarked: [...unmarked] }
  const edited = useResults.getState().rows.filter((row) => row.isEdited)
  const names = edited.map(({ id, suggestedName }): [string, string] => [id, suggestedName])
  const sent = useSent.getState()
  try {
    sessionStore.setItem(KEY, JSON.stringify({ options, tab, ...marks, names, sent } satisfies LastWords))
  } catch {
    // Full: what the database has will have to do.
  }
}

/** Once, after the rest of the visit is back. */
export function takeLastWords(): void {
  const text = sessionStore.getItem(KEY)
  if (text === null) return
  sessionStore.removeItem(KEY)
  const { options, tab, unselected, unmarked, names, sent } = JSON.parse(text) as LastWords
  useSent.setState(sent)
  useOptionChanges.getState().change(options)
  useOptionChanges.getState().showTab(tab)
  useMarks.setState({ unselected: new Set(unselected), unmarked: new Set(unmarked) })
  renameRows(new Map(names))
}
