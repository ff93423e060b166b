// The box around the tool, the same before and after the tool itself has arrived.
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '@/lib/messages'
import classes from './parts/tool.module.css'
import { ToolBoundary } from './tool-boundary'
import { useWorkbench } from './workbench'

interface ToolFrameProps {
  placement: 'landing' | 'dashboard'
  children: ReactNode
  /** A pointer or the focus has come: what follows can be made ready. */
  onNear?: () => void
}

export function ToolFrame({ placement, children, onNear }: ToolFrameProps) {
  const workbench = useWorkbench(placement)
  useTopOnChange(workbench)
  return (
    <section
      aria-label={t`Image tool`}
      className={classes.tool}
      data-placement={placement}
      data-workbench={workbench || undefined}
      data-dock-page
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <ToolBoundary>{children}</ToolBoundary>
    </section>
  )
}

/** What was scrolled to belongs to the page as it was before. */
function useTopOnChange(workbench: boolean): void {
  const before = useRef(workbench)
  useEffect(() => {
    if (before.current === workbench) return
    before.current = workbench
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [workbench])
}
