// The box around the tool, the same before and after the tool itself has arrived.
import type { ReactNode } from 'react'
import classes from './tool.module.css'
import { ToolBoundary } from './tool-boundary'

interface ToolFrameProps {
  placement: 'landing' | 'dashboard'
  children: ReactNode
  /** A pointer or the focus has come: what follows can be made ready. */
  onNear?: () => void
}

export function ToolFrame({ placement, children, onNear }: ToolFrameProps) {
  return (
    <section
      aria-label="Image tool"
      className={classes.tool}
      data-placement={placement}
      data-dock-page
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <ToolBoundary>{children}</ToolBoundary>
    </section>
  )
}
