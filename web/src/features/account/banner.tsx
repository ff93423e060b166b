// The banner above a form: red for what failed, quiet for what worked. Screen readers hear it at once.
import type { ReactNode } from 'react'
import classes from './banner.module.css'

export function Banner({ tone, children }: { tone: 'error' | 'success'; children: ReactNode }) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
