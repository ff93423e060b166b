// The results themselves, in the view that the person has chosen.
import type { ComponentProps } from 'react'
import { useLayout } from '../model/layout-store'
import { CardGrid } from './cards/card-grid'
import { EmptyResults } from './empty-results'
import { FocusView } from './focus/focus-view'
import { ResultsTable } from './table/results-table'
import type { useLook } from './use-look'

type Shared = Omit<ComponentProps<typeof ResultsTable>, 'showWords' | 'start'>

interface ReviewAreaProps extends Shared {
  look: ReturnType<typeof useLook>
  showWords: boolean
  /** Whether there is no image at all. */
  none: boolean
  onUndo: () => void
  onReset: () => void
}

export function ReviewArea({ look, showWords, none, onUndo, onReset, ...shared }: ReviewAreaProps) {
  const cardSize = useLayout((state) => state.cardSize)
  const { rows, names, rules, busy, actions } = shared
  if (rows.length === 0) return <EmptyResults none={none} onUndo={onUndo} onReset={onReset} />
  if (look.look === 'cards') return <CardGrid {...shared} size={cardSize} start={look.start} />
  if (look.look === 'table') return <ResultsTable {...shared} showWords={showWords} start={look.start} />
  const view = { rows, names, rules, busy, actions }
  return <FocusView {...view} at={look.at} onGoTo={look.focusOn} onLeave={look.leave} />
}
