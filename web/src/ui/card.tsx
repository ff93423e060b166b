// A surface one small step above the ground, with a hairline. `floats` adds the shadow, for cards over other things only.
import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  children: ReactNode
  floats?: boolean
  className?: string | undefined
}

export function Card({ children, floats = false, className }: CardProps) {
  return (
    <div className={className ? `${classes.card} ${className}` : classes.card} data-floats={floats || undefined}>
      {children}
    </div>
  )
}
