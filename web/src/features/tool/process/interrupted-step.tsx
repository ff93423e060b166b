// Step 2 when the page was closed or reloaded in the middle of a run: what is finished by now, and the way to go on.
import { Button } from '@mantine/core'
import { plural, t } from '@/lib/messages'
import { Dock } from '@/ui/dock'
import { useBatch } from '../model/batch-store'
import { useResults } from '../model/results-store'
import { isFinished, isUndone } from '../model/row'
import { useRun } from '../model/run-store'
import { StepHeading } from '../parts/step-heading'
import { RunningList } from './running-step'

interface InterruptedStepProps {
  floatingDock: boolean
  onResume: () => void
}

export function InterruptedStep({ floatingDock, onResume }: InterruptedStepProps) {
  const rows = useResults((state) => state.rows)
  const left = rows.filter(isUndone).length
  const done = rows.filter(isFinished).length
  return (
    <>
      <StepHeading title={t`Processing`} focus>
        <span role="status">{t`Interrupted: ${done} of ${rows.length} done.`}</span>
      </StepHeading>
      <RunningList label={t`Images of the stopped run`} />
      <Dock
        floating={floatingDock}
        actions={
          <>
            <Button size="md" variant="default" onClick={changeOptions}>
              {t`Change options`}
            </Button>
            {done > 0 ? (
              <Button size="md" variant="default" onClick={() => useBatch.getState().go('results')}>
                {t`Review ${done}`}
              </Button>
            ) : null}
            <Button size="md" onClick={onResume}>
              {t`Resume: ${left} left`}
            </Button>
          </>
        }
      >
        {t`Finished images are kept. ${plural(left, { one: '# image', other: '# images' })} left to process with the same options.`}
      </Dock>
    </>
  )
}

/** The options are open again; a new run begins from the start. */
function changeOptions(): void {
  useRun.getState().interrupt(false)
}
