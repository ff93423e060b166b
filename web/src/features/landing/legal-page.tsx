// The frame of the two legal texts.
import type { ReactNode } from 'react'
import classes from './legal-page.module.css'

export function LegalPage({ title, updated, children }: { title: string; updated: string; children: ReactNode }) {
  return (
    <article className={classes.text}>
      <h1>{title}</h1>
      <p className={classes.updated}>Last updated: {updated}</p>
      {children}
    </article>
  )
}
