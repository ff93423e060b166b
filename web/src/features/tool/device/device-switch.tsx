// Who names the images, and the switch that keeps them on this device.
import { Button, Progress, Switch } from '@mantine/core'
import { useEffect } from 'react'
import type { WeightsFile } from '@/engine/device'
import { t } from '@/lib/messages'
import { Rich } from '@/ui/rich'
import { usePerson } from '../model/tier'
import { BrowserSwitch } from './browser-switch'
import classes from './device.module.css'
import { type ModelState, prepareBest, prepareModel, useDeviceStore } from './device-store'
import { LocalSwitches } from './local-switch'
import { OwnKey } from './own-key'
import { chooseModel, useNamer } from './use-namer'

export function DeviceSwitch() {
  const namer = useNamer()
  const { on, files, best, better, problem, known } = namer.device
  const { signedIn } = usePerson()
  useEffect(() => {
    if (!on || files.length === 0) return
    void prepareModel(files)
    if (better && best) void prepareBest(files, best)
  }, [on, files, better, best])
  return (
    <div className={classes.box}>
      <p className={classes.namer}>
        <Rich text={t`Names by <0>${namer.label}</0>`} parts={[(words) => <b>{words}</b>]} />
      </p>
      <Switch
        label={t`On this device`}
        description={problem ?? descriptionOf(files, signedIn)}
        disabled={problem !== null || !known}
        checked={on}
        onChange={(event) => chooseModel({ kind: event.currentTarget.checked ? 'device' : 'server' })}
      />
      {on ? <ModelProgress /> : null}
      {on && best ? <BetterSwitch best={best} /> : null}
      {better ? <BestProgress /> : null}
      <LocalSwitches />
      <BrowserSwitch />
      <OwnKey />
    </div>
  )
}

/** Asks for the larger model; turning it off stops its download. */
function BetterSwitch({ best }: { best: WeightsFile }) {
  const { better, chooseBetter } = useDeviceStore()
  return (
    <Switch
      label={t`Better names`}
      description={t`A larger model, ${Math.round(best.bytes / 1e6)} MB, downloaded once. Naming takes longer.`}
      checked={better}
      onChange={(event) => chooseBetter(event.currentTarget.checked)}
    />
  )
}

/** How far the model is on its way; nothing once it is there. */
export function ModelProgress() {
  const model = useDeviceStore((state) => state.model)
  const sentence = (here: string, all: string) => t`Loading the model: ${here} of ${all} MB`
  return <Loading model={model} label={t`Loading the model`} sentence={sentence} />
}

/** The same for the larger model. A download that failed costs nothing but better names. */
export function BestProgress({ onCancel }: { onCancel?: () => void }) {
  const { bestModel, chooseBetter } = useDeviceStore()
  const sentence = (here: string, all: string) => t`Loading the larger model: ${here} of ${all} MB`
  return (
    <>
      <Loading model={bestModel} label={t`Loading the larger model`} sentence={sentence} />
      {bestModel.phase === 'failed' ? (
        <p className={classes.bytes}>{t`Until it is here, names come from the quick model.`}</p>
      ) : null}
      {bestModel.phase === 'loading' ? (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.cancel ?? ''}
          onClick={onCancel ?? (() => chooseBetter(false))}
        >
          {t`Cancel the download`}
        </Button>
      ) : null}
    </>
  )
}

interface LoadingProps {
  model: ModelState
  label: string
  /** From the megabytes that are here and all there are. */
  sentence: (here: string, all: string) => string
}

function Loading({ model, label, sentence }: LoadingProps) {
  if (model.phase === 'failed') {
    return (
      <p role="alert" className={classes.failed}>
        {model.reason}
      </p>
    )
  }
  if (model.phase !== 'loading') return null
  const { loaded, total } = model
  return (
    <div className={classes.progress}>
      <Progress value={(100 * loaded) / Math.max(1, total)} size={4} aria-label={label} />
      <span className={classes.bytes}>{sentence(megabytes(loaded), megabytes(total))}</span>
    </div>
  )
}

function descriptionOf(files: WeightsFile[], signedIn: boolean): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    t`Images are named in your browser and not sent anywhere. Each name still counts towards your plan.`,
    signedIn ? t`The run is not saved to your history.` : '',
    bytes > 0 ? t`The model (${megabytes(bytes)} MB) is downloaded once.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
