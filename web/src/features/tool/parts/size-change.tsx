// Bytes before and after, with the change in percent. An estimate says so.
import { t } from '@/lib/messages'
import { changeText, sizeText } from '@/lib/sizes'
import classes from './size-change.module.css'

interface SizeChangeProps {
  before: number
  /** Null while it is not known. */
  after: number | null
  /** Whether `after` is an estimate. */
  about?: boolean
  /** Whether the change is said too. */
  percent?: boolean
}

export function SizeChange({ before, after, about = false, percent = true }: SizeChangeProps) {
  if (after === null) return <>{sizeText(before)}</>
  const change = percent ? changeText(before, after) : ''
  return (
    <>
      {sizeText(before)} → {about ? t`about ` : ''}
      {sizeText(after)}
      {change ? ' ' : ''}
      {change ? (
        <b className={classes.change} data-larger={after > before || undefined}>
          {change}
        </b>
      ) : null}
    </>
  )
}
