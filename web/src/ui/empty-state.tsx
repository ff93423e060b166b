// Says what a place is for and offers the one next action.
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** A small drawing or icon above the title. */
  art?: ReactNode
}

export function EmptyState({ title, children, actions, art }: EmptyStateProps) {
  return (
    <section className={classes.empty}>
      {art ? <div className={classes.art}>{art}</div> : null}
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.text}>{children}</div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </section>
  )
}
