// The line above every step: where one is, and on the landing page the quiet way back to the page around the tool.
import { ActionIcon } from '@mantine/core'
import { Maximize2, Minimize2 } from 'lucide-react'
import { t } from '@/lib/messages'
import { StepBar } from '@/ui/step-bar'
import { type Step, useBatch } from './model/batch-store'
import { STEPS } from './model/steps'
import classes from './parts/tool.module.css'
import { QuotaLine } from './process/quota-line'

interface ToolHeadProps {
  placement: 'landing' | 'dashboard'
  step: Step
  running: boolean
}

export function ToolHead({ placement, step, running }: ToolHeadProps) {
  const begun = useBatch((state) => state.images.length > 0)
  return (
    <div className={classes.head}>
      <StepBar steps={STEPS} current={step} {...(running ? {} : { onGoTo: useBatch.getState().go })} />
      <span className={classes.headEnd}>
        <QuotaLine beforeRun={step === 'processing' && begun && !running} />
        {placement === 'landing' && begun ? <FoldButton /> : null}
      </span>
    </div>
  )
}

function FoldButton() {
  const folded = useBatch((state) => state.folded)
  const label = folded ? t`Expand to full window` : t`Exit full window`
  const Icon = folded ? Maximize2 : Minimize2
  return (
    <ActionIcon
      variant="subtle"
      size={28}
      aria-label={label}
      title={label}
      onClick={() => useBatch.getState().fold(!folded)}
    >
      <Icon size={15} aria-hidden />
    </ActionIcon>
  )
}
