// The bar at the bottom of a flow: one sentence that says what will happen, and the buttons that do it.
// `floating` fixes it to the bottom of the dashboard's main column; otherwise it ends its card.
import type { ReactNode } from 'react'
import { coversBottom } from './covers'
import classes from './dock.module.css'

interface DockProps {
  children: ReactNode
  actions: ReactNode
  floating?: boolean
}

export function Dock({ children, actions, floating = false }: DockProps) {
  return (
    <div ref={coversBottom} className={classes.dock} data-floating={floating || undefined}>
      <div className={classes.sentence}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </div>
  )
}
