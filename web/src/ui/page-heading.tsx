// The head of a dashboard page: title, one sentence, and the page's actions at the right.
import type { ReactNode } from 'react'
import classes from './page-heading.module.css'

interface PageHeadingProps {
  title: string
  children?: ReactNode
  actions?: ReactNode
}

export function PageHeading({ title, children, actions }: PageHeadingProps) {
  return (
    <div className={classes.heading}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {children ? <p className={classes.text}>{children}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  )
}
