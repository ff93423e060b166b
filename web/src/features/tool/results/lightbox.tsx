// A result in full, with a slider between before and after. Page Up and Page Down go from picture to picture.
import { ActionIcon, Modal } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { changeText, sizeText } from '@/lib/sizes'
import { NewName } from '@/ui/name'
import { BeforeAfter } from './before-after'
import { type FinalName, keptItsName } from './final-names'
import classes from './lightbox.module.css'
import { isReady, type ResultRow } from './row'
import { percentSure } from './seen'

interface LightboxProps {
  rows: ResultRow[]
  names: ReadonlyMap<string, FinalName>
  shown: string | null
  onShow: (id: string) => void
  onClose: () => void
}

export function Lightbox({ rows, names, shown, onShow, onClose }: LightboxProps) {
  const ready = rows.filter(isReady)
  const at = ready.findIndex((row) => row.id === shown)
  const row = ready[at]
  const go = (by: number) => {
    const next = ready[at + by]
    if (next) onShow(next.id)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'PageDown' || (event.key === 'ArrowRight' && event.altKey)) go(1)
    else if (event.key === 'PageUp' || (event.key === 'ArrowLeft' && event.altKey)) go(-1)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened={row !== undefined}
      onClose={onClose}
      size="min(1200px, 94vw)"
      title={
        row ? (
          <span className={classes.name}>
            <Name row={row} final={names.get(row.id)} />
          </span>
        ) : null
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
      onKeyDown={keys}
    >
      {row ? (
        <>
          <BeforeAfter key={row.id} before={row.originalFile} after={row.output} />
          <div className={classes.foot}>
            <ActionIcon
              variant="default"
              size={40}
              aria-label="Previous image"
              disabled={at === 0}
              onClick={() => go(-1)}
            >
              <ChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <span className={classes.sizes}>
              Before {sizeText(row.originalFile.size)} · After {sizeText(row.output.size)}{' '}
              <b>{changeText(row.originalFile.size, row.output.size)}</b> · <SureText row={row} />
              {at + 1} of {ready.length}
            </span>
            <ActionIcon
              variant="default"
              size={40}
              aria-label="Next image"
              disabled={at === ready.length - 1}
              onClick={() => go(1)}
            >
              <ChevronRight size={18} aria-hidden />
            </ActionIcon>
          </div>
        </>
      ) : null}
    </Modal>
  )
}

/** How sure the model was, where it says so. */
function SureText({ row }: { row: ResultRow }) {
  const percent = percentSure(row)
  return percent === null ? null : <>Name {percent} % sure · </>
}

function Name({ row, final }: { row: ResultRow; final: FinalName | undefined }) {
  if (!final || keptItsName(row, final)) return <>{row.originalName}</>
  return <NewName>{final.name}</NewName>
}
