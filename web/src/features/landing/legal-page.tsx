// The frame of the two legal texts.
import type { ReactNode } from 'react'
import { t } from '@/lib/messages'
import classes from './legal-page.module.css'

export function LegalPage({ title, updated, children }: { title: string; updated: string; children: ReactNode }) {
  return (
    <article className={classes.text}>
      <h1>{title}</h1>
      <p className={classes.updated}>{t`Last updated: ${updated}`}</p>
      {children}
    </article>
  )
}
