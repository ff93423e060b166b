// What can be done with the chosen rows, in the place of the filters, so that nothing moves.
import { Button } from '@mantine/core'
import { ArrowDown, ArrowUp, Download, PencilLine, RotateCcw, Trash2, Undo } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '@/lib/messages'
import { resetNames } from '../model/edits'
import { canRetry, isReady, type ResultRow } from '../model/row'
import classes from './bar.module.css'
import type { Moves } from './edits/use-moves'
import { Tool } from './results-bar'
import { Total } from './results-head'

interface SelectionBarProps {
  chosen: readonly ResultRow[]
  busy: boolean
  moves: Moves
  onDownload: (rows: readonly ResultRow[]) => void
  onRename: (rows: readonly ResultRow[]) => void
  onRetry: (ids: string[]) => void
  onRemove: (ids: string[]) => void
  onClear: () => void
}

export function SelectionBar(props: SelectionBarProps) {
  const { chosen, busy, moves } = props
  const [first] = chosen
  const move = (by: 1 | -1) => () => {
    if (first) moves.moveBy(first.id, by)
  }
  const again = chosen.filter(canRetry)
  const resettable = chosen.some((row) => row.isEdited && row.givenName)
  return (
    <>
      <p className={classes.chosen} role="status">
        <b>{t`${chosen.length} selected`}</b> <Total rows={chosen} />
      </p>
      <div className={classes.end}>
        <Act
          icon={<Download size={16} aria-hidden />}
          off={!chosen.some(isReady)}
          onClick={() => props.onDownload(chosen)}
        >
          {t`Download selected`}
        </Act>
        <Act icon={<PencilLine size={16} aria-hidden />} onClick={() => props.onRename(chosen)}>
          {t`Rename selected`}
        </Act>
        <Act icon={<Undo size={16} aria-hidden />} off={!resettable} onClick={() => resetNames(chosen)}>
          {t`Reset names`}
        </Act>
        <Act
          icon={<RotateCcw size={16} aria-hidden />}
          off={busy || again.length === 0}
          onClick={() => props.onRetry(again.map(({ id }) => id))}
        >
          {t`Retry selected`}
        </Act>
        <Tool label={t`Move up`} off={!moves.canMove} onClick={move(-1)}>
          <ArrowUp size={17} aria-hidden />
        </Tool>
        <Tool label={t`Move down`} off={!moves.canMove} onClick={move(1)}>
          <ArrowDown size={17} aria-hidden />
        </Tool>
        <Act
          icon={<Trash2 size={16} aria-hidden />}
          off={busy}
          onClick={() => props.onRemove(chosen.map(({ id }) => id))}
        >
          {t`Remove selected`}
        </Act>
        <Button size="sm" variant="subtle" onClick={props.onClear}>
          {t`Clear`}
        </Button>
      </div>
    </>
  )
}

/** A word of the label is enough beside the icon; on small screens the icon is. */
function Act(props: { icon: ReactNode; off?: boolean; onClick: () => void; children: string }) {
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={props.icon}
      aria-label={props.children}
      title={props.children}
      disabled={props.off ?? false}
      classNames={{ root: classes.short ?? '', section: classes.shortIcon ?? '', label: classes.shortText ?? '' }}
      onClick={props.onClick}
    >
      {props.children.replace(' selected', '')}
    </Button>
  )
}
