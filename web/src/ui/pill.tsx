// A small, quiet fact in a rounded hairline, with an optional dot for its state.
import type { ReactNode } from 'react'
import classes from './pill.module.css'

export function Pill({ children, dot }: { children: ReactNode; dot?: 'ok' | 'warn' | 'danger' }) {
  return (
    <span className={classes.pill}>
      {dot ? <i className={classes.dot} data-tone={dot} aria-hidden /> : null}
      {children}
    </span>
  )
}
