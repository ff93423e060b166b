// The frame of the line above the table: a tick for all rows that are shown, undo and redo, then filters or what can
// be done with the chosen.
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '@/lib/messages'
import { coversTop } from '@/ui/covers'
import { useKeptFocus } from '@/ui/kept-focus'
import classes from './bar.module.css'

interface BarProps {
  shown: number
  chosen: number
  onAll: () => void
  onNone: () => void
  children: ReactNode
}

const LABEL = t`Results toolbar`

/** The first control of the bar that can be used; what goes away above the table leaves the focus to it as well. */
export function firstControl(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`section[aria-label="${LABEL}"] :is(input:enabled, button:enabled)`)
}

export function Bar({ shown, chosen, onAll, onNone, children }: BarProps) {
  const all = shown > 0 && chosen === shown
  const bar = useRef<HTMLElement>(null)
  useEffect(() => coversTop(bar.current), [])
  // Its controls come and go with the selection and with a run; the first of those that stay takes the focus.
  useKeptFocus(bar, firstControl)
  return (
    <section ref={bar} className={classes.bar} data-selection={chosen > 0 || undefined} aria-label={LABEL}>
      <label className={classes.tick} title={t`Select all shown`}>
        <input
          type="checkbox"
          aria-label={t`Select all shown`}
          checked={all}
          disabled={shown === 0}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && !all
          }}
          onChange={all ? onNone : onAll}
        />
      </label>
      {children}
    </section>
  )
}
