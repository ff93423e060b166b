// One result alone: a large image, its name, the other suggestions, alt text and keywords. A whole batch is reviewed here from
// the keyboard: J and K go on and back, U to the next unsure one, digits take suggestions, Enter edits, Escape leaves.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { resetNames, takeSuggestion } from '../../model/edits'
import type { FinalName } from '../../model/final-names'
import { isReady, type ResultRow } from '../../model/row'
import { isUnsure } from '../../model/seen'
import { useRowImage } from '../../parts/use-row-image'
import { prepareSmallImage } from '../../parts/use-small-image'
import { actOn, type RowActions } from '../table/row-keys'
import classes from './focus.module.css'
import { FocusFoot } from './focus-foot'
import { type FocusAction, focusAction } from './focus-keys'
import { FocusPanel } from './focus-panel'
import { nextUnsure } from './next-unsure'
import { useSuggestions } from './suggestions'

interface FocusViewProps {
  rows: ResultRow[]
  names: ReadonlyMap<string, FinalName>
  rules: Rules
  busy: boolean
  at: number
  onGoTo: (id: string) => void
  onLeave: () => void
  actions: RowActions
}

/** Longest side of the large image, in pixels. */
const SIDE = 1600

export function FocusView(props: FocusViewProps) {
  const { rows, at, names, rules, busy, onGoTo, onLeave, actions } = props
  const row = rows[at]
  if (!row) return null
  return (
    <OneResult
      row={row}
      at={at}
      rows={rows}
      final={names.get(row.id)}
      rules={rules}
      busy={busy}
      onGoTo={onGoTo}
      onLeave={onLeave}
      actions={actions}
    />
  )
}

interface OneResultProps extends Omit<FocusViewProps, 'names'> {
  row: ResultRow
  final: FinalName | undefined
}

function OneResult({ row, at, rows, final, rules, busy, onGoTo, onLeave, actions }: OneResultProps) {
  const view = useRef<HTMLElement>(null)
  const suggestions = useSuggestions(row)
  const unsure = nextUnsure(rows, at)
  const go = (to: ResultRow | undefined) => to && onGoTo(to.id)
  // Every image begins with the focus on the whole: all keys work from there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each image
  useEffect(() => view.current?.focus({ preventScroll: true }), [row.id])
  usePrepared(rows[at + 1])
  const acts: Record<FocusAction, () => void> = {
    next: () => go(rows[at + 1]),
    previous: () => go(rows[at - 1]),
    first: () => go(rows[0]),
    last: () => go(rows.at(-1)),
    unsure: () => go(unsure),
    edit: () => view.current?.querySelector<HTMLElement>('[data-name-at]')?.click(),
    given: () => resetNames([row]),
    leave: onLeave,
  }
  const take = (name: string) => (name === row.suggestedName ? resetNames([row]) : takeSuggestion(row, name))
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const action = focusAction(event)
    if (action === null) return
    const chosen = typeof action === 'number' ? suggestions[action - 1] : undefined
    if (chosen !== undefined) take(chosen)
    else if (typeof action === 'string') acts[action]()
    else if (!actOn(row, event, busy, actions)) return
    event.preventDefault()
  }
  return (
    <Card className={classes.view}>
      <section
        ref={view}
        tabIndex={-1}
        className={classes.inside}
        aria-label={t`Image ${at + 1} of ${rows.length}`}
        aria-keyshortcuts="J K U Enter Escape"
        onKeyDown={keys}
      >
        <LargeImage key={row.id} row={row} />
        <div className={classes.side}>
          <FocusPanel
            key={row.id}
            row={row}
            final={final}
            rules={rules}
            suggestions={suggestions}
            onTake={take}
            onDone={() => view.current?.focus({ preventScroll: true })}
          />
          <FocusFoot
            at={at}
            count={rows.length}
            unsure={rows.filter(isUnsure).length}
            onNext={acts.next}
            onPrevious={acts.previous}
            onUnsure={unsure ? acts.unsure : undefined}
            onCompare={isReady(row) ? () => actions.onOpen(row.id) : undefined}
            onLeave={onLeave}
          />
        </div>
      </section>
    </Card>
  )
}

function LargeImage({ row }: { row: ResultRow }) {
  const url = useRowImage(row, SIDE)
  const text = row.seen.altText || row.originalName
  return <div className={classes.stage}>{url ? <img src={url} alt={text} decoding="async" /> : null}</div>
}

/** The next image is made while this one is looked at. */
function usePrepared(next: ResultRow | undefined): void {
  const source = next && (next.output ?? next.originalFile)
  useEffect(() => {
    if (!source) return
    const controller = new AbortController()
    prepareSmallImage(source, SIDE, controller.signal)
    return () => controller.abort()
  }, [source])
}
