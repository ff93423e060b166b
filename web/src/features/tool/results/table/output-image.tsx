// The small image of a result. It exists while its row does; its address is given back with the row.
import { useEffect, useState } from 'react'
import { engine } from '@/engine'
import type { ResultRow } from '../../model/row'
import classes from './table.module.css'

const SIDE = 240

export function OutputImage({ row, onOpen }: { row: ResultRow; onOpen: (id: string) => void }) {
  const url = useSmallImage(row.output ?? row.originalFile)
  const image = url ? <img src={url} alt="" draggable={false} decoding="async" /> : null
  return row.output ? (
    <button
      type="button"
      className={classes.thumb}
      aria-label={`Compare ${row.originalName} before and after`}
      onClick={() => onOpen(row.id)}
    >
      {image}
    </button>
  ) : (
    <span className={classes.thumb}>{image}</span>
  )
}

/** Small images by file: a row that scrolls back needs no new one. */
const made = new WeakMap<Blob, Blob>()

function useSmallImage(source: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const controller = new AbortController()
    let address: string | undefined
    const show = (blob: Blob) => {
      if (controller.signal.aborted) return
      address = URL.createObjectURL(blob)
      setUrl(address)
    }
    const held = made.get(source)
    if (held) show(held)
    else {
      engine.thumbnail(source, SIDE, controller.signal).then(
        ({ blob }) => {
          made.set(source, blob)
          show(blob)
        },
        () => undefined,
      )
    }
    return () => {
      controller.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [source])
  return url
}
