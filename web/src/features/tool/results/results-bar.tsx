// The line between the head and the table: which rows, in which order, and what else there is.
import { ActionIcon, Button } from '@mantine/core'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, CircleQuestionMark, Replace } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural, t } from '@/lib/messages'
import unseen from '@/ui/hidden.module.css'
import { useDuplicates } from '../model/duplicates-store'
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
            {t`Retry ${plural(again.length, { one: '# image', other: '# images' })}`}
          </Button>
        ) : null}
      </div>
      <div className={classes.end}>
        {looks}
        <SortBy />
        <Button
          size="sm"
          variant="default"
          aria-label={t`Find and replace`}
          title={t`Find and replace`}
          leftSection={<Replace size={16} aria-hidden />}
          classNames={{
            root: `${classes.short} ${classes.replace}`,
            section: classes.shortIcon ?? '',
            label: classes.shortText ?? '',
          }}
          onClick={onReplace}
        >
          {t`Find and replace`}
        </Button>
        {options}
        <span className={classes.keys}>
          <Tool label={t`Keyboard shortcuts`} onClick={onKeys}>
            <CircleQuestionMark size={17} aria-hidden />
          </Tool>
        </span>
      </div>
    </>
  )
}

const FILTER_WORDS: Record<Filter, string> = {
  all: t`All`,
  failed: t`Failed`,
  undone: t`Not done`,
  unsure: t`Unsure`,
  cached: t`Cached`,
  edited: t`Edited`,
  alike: t`Alike`,
}

/** Only those that would show something: the others take room on small screens and say nothing. */
function Filters() {
  const rows = useResults((state) => state.rows)
  const { view, look } = useView()
  useDuplicates((state) => state.found)
  const counts = countsOf(rows)
  return (
    <fieldset className={classes.filters}>
      <legend className={unseen.hidden}>{t`Show`}</legend>
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
  added: t`Batch order`,
  name: t`New name`,
  original: t`Original name`,
  size: t`Size`,
  saved: t`Size saved`,
  state: t`State`,
}

/** Each order from its beginning, and from its end. */
const ORDER_WORDS: Record<Sort, [up: string, down: string]> = {
  added: [t`first to last`, t`last to first`],
  name: [t`A to Z`, t`Z to A`],
  original: [t`A to Z`, t`Z to A`],
  size: [t`smallest first`, t`largest first`],
  saved: [t`least saved first`, t`most saved first`],
  state: [t`problems first`, t`problems last`],
}

function SortBy() {
  const { view, look } = useView()
  const turned = ORDER_WORDS[view.sort][view.down ? 1 : 0]
  const Icon = view.down ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return (
    <span className={classes.sort}>
      <select
        aria-label={t`Sort by`}
        value={view.sort}
        onChange={(event) => look(sortedFresh(view, event.currentTarget.value as Sort))}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_WORDS[sort]}
          </option>
        ))}
      </select>
      <Tool label={t`Reverse order. Now: ${turned}`} onClick={() => look({ ...view, down: !view.down })}>
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
