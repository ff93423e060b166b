// One row: preview with its tick, old name, new name, sizes, actions.
import { Button } from '@mantine/core'
import { Download, RotateCcw, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { changeText, sizeText } from '@/lib/sizes'
import { OldName } from '@/ui/name'
import { type FinalName, keptItsName } from '../../model/final-names'
import { canRetry, isReady, type ResultRow } from '../../model/row'
import { isUnsure, percentSure } from '../../model/seen'
import { DuplicateMark } from '../duplicates/duplicate-mark'
import { Grip } from '../edits/grip'
import type { How } from '../edits/selection'
import { NameCell } from './name-cell'
import { OutputImage } from './output-image'
import type { RowActions } from './row-keys'
import classes from './table.module.css'
import { UnsureMark } from './unsure-mark'
import { WordsCell } from './words-cell'

interface ResultRowProps {
  row: ResultRow
  at: number
  final: FinalName | undefined
  rules: Rules
  busy: boolean
  showWords: boolean
  chosen: boolean
  /** Whether it can be dragged to another place. */
  movable: boolean
  onChoose: (id: string, how: How) => void
  actions: RowActions
}

export const ResultRowView = memo(function ResultRowView(props: ResultRowProps) {
  const { row, at, final, rules, busy, showWords, chosen, movable, onChoose, actions } = props
  const path = row.folder ? `${row.folder}/${row.originalName}` : row.originalName
  return (
    <>
      <td className={classes.preview}>
        {movable ? <Grip /> : null}
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={chosen}
            data-tick-at={at}
            aria-label={t`Select ${row.originalName}`}
            onChange={({ nativeEvent }) =>
              onChoose(row.id, (nativeEvent as globalThis.MouseEvent).shiftKey ? 'extend' : 'toggle')
            }
          />
        </label>
        <OutputImage row={row} onOpen={actions.onOpen} />
      </td>
      <td className={classes.oldName}>
        {final && row.state !== 'failed' && !keptItsName(row, final) ? (
          <OldName>{path}</OldName>
        ) : (
          <span className={classes.plainName}>{path}</span>
        )}
      </td>
      <td className={classes.newName}>
        <NameCell row={row} at={at} final={final} rules={rules} />
        {isUnsure(row) ? <UnsureMark percent={percentSure(row)} /> : null}
        {showWords && final ? <WordsCell row={row} /> : null}
        <DuplicateMark id={row.id} />
        {final?.collides ? (
          <p className={classes.note}>{t`Another image has this name, so a number was added.`}</p>
        ) : null}
        {row.error ? <p className={classes.note}>{row.error}</p> : null}
        {row.notes.map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </td>
      <td className={classes.size}>
        <Sizes row={row} />
      </td>
      <td className={classes.rowActions}>
        <RowButtons row={row} name={final?.name ?? row.originalName} busy={busy} actions={actions} />
      </td>
    </>
  )
})

interface RowButtonsProps {
  row: ResultRow
  name: string
  busy: boolean
  actions: RowActions
}

function RowButtons({ row, name, busy, actions }: RowButtonsProps) {
  return (
    <>
      {canRetry(row) ? (
        <Button
          size="sm"
          variant="default"
          disabled={busy}
          onClick={() => actions.onRetry([row.id])}
          aria-label={t`Retry ${row.originalName}`}
        >
          <RotateCcw size={16} className={classes.actionIcon} aria-hidden />
          <span className={classes.actionText}>{t`Retry`}</span>
        </Button>
      ) : null}
      {row.state === 'failed' ? (
        <Button
          size="sm"
          variant="default"
          disabled={busy}
          onClick={() => actions.onRemove(row.id)}
          aria-label={t`Remove ${row.originalName}`}
        >
          <Trash2 size={16} className={classes.actionIcon} aria-hidden />
          <span className={classes.actionText}>{t`Remove`}</span>
        </Button>
      ) : null}
      {isReady(row) ? (
        <Button size="sm" variant="default" onClick={() => actions.onDownload(row)} aria-label={t`Download ${name}`}>
          <Download size={16} className={classes.actionIcon} aria-hidden />
          <span className={classes.actionText}>{t`Download`}</span>
        </Button>
      ) : null}
    </>
  )
}

function Sizes({ row }: { row: ResultRow }) {
  const before = row.originalFile.size
  if (!row.output || row.output.size === before) return <>{sizeText(before)}</>
  const change = changeText(before, row.output.size)
  return (
    <>
      {sizeText(before)} → {sizeText(row.output.size)} <b data-larger={change.startsWith('+') || undefined}>{change}</b>
    </>
  )
}
