// The line between the head and the table: which rows, in which order, and what else there is.
import { ActionIcon, Button } from '@mantine/core'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, CircleQuestionMark, Replace } from 'lucide-react'
import type { ReactNode } from 'react'
import unseen from '@/ui/hidden.module.css'
import { useResults } from '../model/results-store'
import { countsOf, FILTERS, type Filter, SORTS, type Sort, sortedFresh } from '../model/view'
import { useView } from '../model/view-store'
import classes from './bar.module.css'

interface ResultsBarProps {
  busy: boolean
  /** The images that another try may heal. */
  again: string[]
  onRetry: (ids: string[]) => void
  onReplace: () => void
  onKeys: () => void
  /** Table, cards or one at a time. */
  looks: ReactNode
  /** The options, behind a button of their own. */
  options: ReactNode
}

export function ResultsBar({ busy, again, onRetry, onReplace, onKeys, looks, options }: ResultsBarProps) {
  return (
    <>
      <div className={classes.start}>
        <Filters />
        {again.length > 1 ? (
          <Button size="compact-md" variant="subtle" onClick={() => onRetry(again)} disabled={busy}>
            Retry {again.length} images
          </Button>
        ) : null}
      </div>
      <div className={classes.end}>
        {looks}
        <SortBy />
        <Button
          size="sm"
          variant="default"
          aria-label="Find and replace"
          title="Find and replace"
          leftSection={<Replace size={16} aria-hidden />}
          classNames={{
            root: `${classes.short} ${classes.replace}`,
            section: classes.shortIcon ?? '',
            label: classes.shortText ?? '',
          }}
          onClick={onReplace}
        >
          Find and replace
        </Button>
        {options}
        <Tool label="Keys" onClick={onKeys}>
          <CircleQuestionMark size={17} aria-hidden />
        </Tool>
      </div>
    </>
  )
}

const FILTER_WORDS: Record<Filter, string> = {
  all: 'All',
  failed: 'Failed',
  undone: 'Not done',
  unsure: 'Unsure',
  cached: 'Cached',
  edited: 'Edited',
}

/** Only those that would show something: the others take room on small screens and say nothing. */
function Filters() {
  const rows = useResults((state) => state.rows)
  const { view, look } = useView()
  const counts = countsOf(rows)
  return (
    <fieldset className={classes.filters}>
      <legend className={unseen.hidden}>Show</legend>
      {FILTERS.filter((filter) => filter === 'all' || counts[filter] > 0 || view.filter === filter).map((filter) => (
        <button
          key={filter}
          type="button"
          className={classes.filter}
          aria-pressed={view.filter === filter}
          onClick={() => look({ ...view, filter })}
        >
          {FILTER_WORDS[filter]} <span>{counts[filter]}</span>
        </button>
      ))}
    </fieldset>
  )
}

const SORT_WORDS: Record<Sort, string> = {
  added: 'Batch order',
  name: 'New name',
  original: 'Original name',
  size: 'Size',
  saved: 'Size saved',
  state: 'State',
}

/** Each order from its beginning, and from its end. */
const ORDER_WORDS: Record<Sort, [up: string, down: string]> = {
  added: ['first to last', 'last to first'],
  name: ['A to Z', 'Z to A'],
  original: ['A to Z', 'Z to A'],
  size: ['smallest first', 'largest first'],
  saved: ['least saved first', 'most saved first'],
  state: ['problems first', 'problems last'],
}

function SortBy() {
  const { view, look } = useView()
  const turned = ORDER_WORDS[view.sort][view.down ? 1 : 0]
  const Icon = view.down ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return (
    <span className={classes.sort}>
      <select
        aria-label="Sort by"
        value={view.sort}
        onChange={(event) => look(sortedFresh(view, event.currentTarget.value as Sort))}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_WORDS[sort]}
          </option>
        ))}
      </select>
      <Tool label={`Turn the order around. Now: ${turned}`} onClick={() => look({ ...view, down: !view.down })}>
        <Icon size={17} aria-hidden />
      </Tool>
    </span>
  )
}

/** A small button of the bar; its name shows under a resting pointer. */
export function Tool(props: { label: string; off?: boolean; onClick: () => void; children: ReactNode }) {
  const { label, off = false, onClick, children } = props
  return (
    <ActionIcon
      variant="subtle"
      size={34}
      className={classes.tool ?? ''}
      aria-label={label}
      title={label}
      // Still there for the focus: the last step that is undone leaves it where it is.
      aria-disabled={off || undefined}
      data-disabled={off}
      onClick={off ? undefined : onClick}
    >
      {children}
    </ActionIcon>
  )
}
