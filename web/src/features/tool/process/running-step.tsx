// Step 2 while it runs: how far it is, what each image is called by now, and the way to stop.
import { Button, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { Dock } from '@/ui/dock'
import { VirtualGrid } from '@/ui/virtual-grid'
import { BestProgress, ModelProgress } from '../device/device-switch'
import { useNamer } from '../device/use-namer'
import { useBatch } from '../model/batch-store'
import type { BatchImage } from '../model/image'
import { percentOf, progressSentence, secondsLeft } from '../model/progress'
import { useResults } from '../model/results-store'
import { isFinished } from '../model/row'
import { useRun } from '../model/run-store'
import { StepHeading } from '../parts/step-heading'
import toolClasses from '../parts/tool.module.css'
import classes from './process.module.css'
import { PROCESS_BUTTON } from './process-button'
import { cancelProcessing } from './processing'
import { RunningRow } from './running-row'

const ROW_HEIGHT = 66

export function RunningStep({ floatingDock }: { floatingDock: boolean }) {
  const percent = useRun((state) => percentOf(state.progress))
  const sentence = useProgressSentence(true)
  const { on: onDevice, better } = useNamer().device
  return (
    <>
      <StepHeading title={t`Processing`} focus>
        <span role="status">{sentence}</span>
      </StepHeading>
      <Progress value={percent} size={4} aria-label={t`Processing`} className={classes.bar} />
      {onDevice ? <ModelProgress /> : null}
      {better ? <BestProgress /> : null}
      <RunningList label={t`Images being processed`} />
      <Dock
        floating={floatingDock}
        actions={
          <>
            <Button size="md" variant="default" onClick={cancelProcessing}>
              {t`Cancel`}
            </Button>
            <Button size="md" disabled classNames={PROCESS_BUTTON}>{t`Processing... ${percent}%`}</Button>
          </>
        }
      >
        {t`Finished images are kept if you cancel.`}
      </Dock>
    </>
  )
}

/** The images of the batch with what is known of each by now. */
export function RunningList({ label }: { label: string }) {
  const images = useBatch((state) => state.images)
  return (
    <Card className={`${classes.list} ${toolClasses.pane}`}>
      <VirtualGrid<BatchImage>
        items={images}
        keyOf={(image) => image.id}
        minTile={10_000}
        gap={0}
        rowHeight={() => ROW_HEIGHT}
        label={label}
      >
        {(image) => <RunningRow image={image} />}
      </VirtualGrid>
    </Card>
  )
}

/** Renewed once a second, which is also as often as a screen reader should hear it. */
export function useProgressSentence(running: boolean): string {
  const startedAt = useRun((state) => state.startedAt)
  const { ids, before } = useRun(useShallow(({ ids, before }) => ({ ids, before })))
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  // What was cancelled is not done.
  const { rows } = useResults.getState()
  const finished = rows.filter((row) => ids.has(row.id) && isFinished(row)).length
  const seconds = secondsLeft(startedAt, now, finished, ids.size)
  return progressSentence(before + finished, before + ids.size, seconds)
}
