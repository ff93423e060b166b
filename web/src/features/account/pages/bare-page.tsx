// A page with nothing but one card in the middle: sign-in, confirmation, new password.
import type { ReactNode } from 'react'
import { Card } from '@/ui/card'
import { Logo } from '@/ui/logo'
import classes from './bare-page.module.css'

export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header>
        <Logo />
      </header>
      <main id="main" tabIndex={-1} className={classes.middle}>
        <Card floats className={classes.card}>
          {children}
        </Card>
      </main>
    </div>
  )
}
