// Who names the images, and the switch that keeps them on this device.
import { Progress, Switch } from '@mantine/core'
import { useEffect } from 'react'
import type { WeightsFile } from '@/engine/device'
import { usePerson } from '../model/tier'
import { namerOf, useNamingInfo } from '../naming/naming-info'
import classes from './device.module.css'
import { prepareModel, useDeviceStore } from './device-store'
import { useDevice } from './use-device'

export function DeviceSwitch() {
  const naming = useDevice()
  const info = useNamingInfo()
  const { on, files, problem, known } = naming
  const { signedIn } = usePerson()
  const choose = useDeviceStore((state) => state.choose)
  useEffect(() => {
    if (on && files.length > 0) void prepareModel(files)
  }, [on, files])
  return (
    <div className={classes.box}>
      <p className={classes.namer}>
        Names by <b>{namerOf(info, on)}</b>
      </p>
      <Switch
        label="On this device"
        description={problem ?? descriptionOf(files, signedIn)}
        disabled={problem !== null || !known}
        checked={on}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {on ? <ModelProgress /> : null}
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
      <Progress value={(100 * loaded) / Math.max(1, total)} size={4} aria-label="Loading the model" />
      <span className={classes.bytes}>
        Loading the model: {megabytes(loaded)} of {megabytes(total)} MB
      </span>
    </div>
  )
}

function descriptionOf(files: WeightsFile[], signedIn: boolean): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    'Images are named in your browser and not sent anywhere. A name costs the same as from the server: one name of your plan.',
    signedIn ? 'The run is not kept in your workspace.' : '',
    bytes > 0 ? `The model (${megabytes(bytes)} MB) is loaded once and kept.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
