// Our one signature: a new name is marked as with a highlighter, an old one is struck through.
import type { ReactNode } from 'react'
import { t } from '@/lib/messages'
import unseen from './hidden.module.css'
import classes from './name.module.css'

interface NewNameProps {
  children: ReactNode
  /** Draws the marker from left to right once, when the name arrives. */
  drawn?: boolean
}

export function NewName({ children, drawn = false }: NewNameProps) {
  return (
    <span className={classes.new} data-drawn={drawn || undefined}>
      {children}
    </span>
  )
}

export function OldName({ children }: { children: ReactNode }) {
  return (
    <span className={classes.old}>
      <span className={unseen.hidden}>{t`was`}</span>
      {children}
    </span>
  )
}
