// A result in full, with a slider between before and after. Arrow keys at the edges go to the next picture.
import { ActionIcon, Modal } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { sizeText } from '@/lib/sizes'
import { NewName } from '@/ui/name'
import type { FinalName } from './final-names'
import classes from './lightbox.module.css'
import { isReady, type ResultRow } from './row'

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
            <NewName>{names.get(row.id)?.name ?? row.originalName}</NewName>
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
              Before {sizeText(row.originalFile.size)} · After {sizeText(row.output.size)} · {at + 1} of {ready.length}
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

function BeforeAfter({ before, after }: { before: Blob; after: Blob }) {
  const [share, setShare] = useState(50)
  const beforeUrl = useObjectUrl(before)
  const afterUrl = useObjectUrl(after)
  return (
    <div className={classes.stage} style={{ '--share': `${share}%` } as React.CSSProperties}>
      <img src={afterUrl} alt="After" className={classes.after} />
      <img src={beforeUrl} alt="Before" className={classes.before} />
      <span className={classes.line} aria-hidden />
      <span className={classes.tag} data-side="before" aria-hidden>
        Before
      </span>
      <span className={classes.tag} data-side="after" aria-hidden>
        After
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label="Before and after"
        aria-valuetext={`${share}% before`}
        className={classes.range}
        onChange={(event) => setShare(Number(event.currentTarget.value))}
      />
    </div>
  )
}

function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(blob)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [blob])
  return url
}
