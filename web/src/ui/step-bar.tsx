// The steps of a flow, always visible. Steps that can be gone back to are buttons.
import { t } from '@/lib/messages'
import classes from './step-bar.module.css'

interface StepBarProps<Step extends string> {
  steps: readonly { id: Step; label: string }[]
  current: Step
  /** Called for a step before the current one; without it the bar only shows. */
  onGoTo?: (step: Step) => void
}

export function StepBar<Step extends string>({ steps, current, onGoTo }: StepBarProps<Step>) {
  const at = steps.findIndex((step) => step.id === current)
  return (
    <ol className={classes.steps} aria-label={t`Steps`}>
      {steps.map((step, index) => (
        <li key={step.id} data-current={index === at || undefined} aria-current={index === at ? 'step' : undefined}>
          <span className={classes.number}>{index + 1}</span>
          {onGoTo && index < at ? (
            <button type="button" className={classes.back} onClick={() => onGoTo(step.id)}>
              {step.label}
            </button>
          ) : (
            step.label
          )}
        </li>
      ))}
    </ol>
  )
}
