// An error that takes the place of a page: what happened, what is safe, what to do.
import type { ReactNode } from 'react'
import classes from './error-screen.module.css'

interface ErrorScreenProps {
  title: string
  children: ReactNode
  actions: ReactNode
  /** The large mark above the title, such as 404. */
  mark?: string
}

export function ErrorScreen({ title, children, actions, mark }: ErrorScreenProps) {
  return (
    <div className={classes.screen} role="alert">
      {mark ? (
        <p className={classes.mark} aria-hidden>
          {mark}
        </p>
      ) : null}
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.text}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </div>
  )
}
