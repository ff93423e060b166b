// The head of a step: its title takes the focus when the step changes, so that screen readers and the keyboard follow.
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './tool.module.css'

interface StepHeadingProps {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Take the focus when shown. */
  focus?: boolean
}

export function StepHeading({ title, children, actions, focus = false }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <div className={classes.heading}>
      <div>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        {children ? <div className={classes.under}>{children}</div> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  )
}
