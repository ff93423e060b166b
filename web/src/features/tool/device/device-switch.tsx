// Who names the images, and the switch that keeps them on this device.
import { Progress, Switch } from '@mantine/core'
import { useEffect } from 'react'
import type { WeightsFile } from '@/engine/device'
import { t } from '@/lib/messages'
import { Rich } from '@/ui/rich'
import { usePerson } from '../model/tier'
import { useLocalChoice, useLocalModel } from '../naming/local-service'
import { namerOf, useNamingInfo } from '../naming/naming-info'
import classes from './device.module.css'
import { prepareModel, useDeviceStore } from './device-store'
import { LocalSwitches } from './local-switch'
import { useDevice } from './use-device'

export function DeviceSwitch() {
  const naming = useDevice()
  const info = useNamingInfo()
  const local = useLocalModel(info)
  const { on, files, problem, known } = naming
  const { signedIn } = usePerson()
  const choose = useDeviceStore((state) => state.choose)
  const chooseLocal = useLocalChoice((state) => state.choose)
  useEffect(() => {
    if (on && files.length > 0) void prepareModel(files)
  }, [on, files])
  return (
    <div className={classes.box}>
      <p className={classes.namer}>
        <Rich text={t`Names by <0>${namerOf(info, on, local)}</0>`} parts={[(words) => <b>{words}</b>]} />
      </p>
      <Switch
        label={t`On this device`}
        description={problem ?? descriptionOf(files, signedIn)}
        disabled={problem !== null || !known}
        checked={on}
        onChange={(event) => {
          choose(event.currentTarget.checked)
          if (event.currentTarget.checked) chooseLocal(null)
        }}
      />
      {on ? <ModelProgress /> : null}
      <LocalSwitches />
    </div>
  )
}

/** How far the model is on its way; nothing once it is there. */
export function ModelProgress() {
  const model = useDeviceStore((state) => state.model)
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
      <Progress value={(100 * loaded) / Math.max(1, total)} size={4} aria-label={t`Loading the model`} />
      <span className={classes.bytes}>{t`Loading the model: ${megabytes(loaded)} of ${megabytes(total)} MB`}</span>
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
