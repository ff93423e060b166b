// The banner above a form: red for what failed, quiet for what worked. Screen readers hear it at once.
import type { ReactNode } from 'react'
import classes from './banner.module.css'

interface BannerProps {
  tone: 'error' | 'success'
  /** For the field that it is about. */
  id?: string
  children: ReactNode
}

export function Banner({ tone, id, children }: BannerProps) {
  return (
    <div id={id} className={classes.banner} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
