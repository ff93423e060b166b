// Offers the model that Chrome has built in, where there is one. Its download is asked for here and never starts by itself.
import { Button, Progress, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '@/lib/messages'
import { downloadBrowserModel, findBrowserModel, stopDownload, useBrowserModel } from './browser-model'
import classes from './device.module.css'
import { chooseModel } from './use-namer'

export function BrowserSwitch() {
  const { chosen, availability, problem } = useBrowserModel()
  useEffect(() => void findBrowserModel(), [])
  if (!availability || availability === 'unavailable') return null
  return (
    <>
      <Switch
        label={t`Chrome’s own model`}
        description={t`Runs in your browser: often better names, but slower. Images are not sent anywhere. Each name still counts towards your plan.`}
        checked={chosen}
        onChange={(event) => chooseModel({ kind: event.currentTarget.checked ? 'browser' : 'server' })}
      />
      {chosen && availability !== 'available' ? <Download /> : null}
      {chosen && problem ? (
        <p role="alert" className={classes.failed}>
          {problem}
        </p>
      ) : null}
    </>
  )
}

function Download() {
  const progress = useBrowserModel((state) => state.progress)
  if (progress !== null) {
    const percent = Math.round(100 * progress)
    return (
      <div className={classes.progress}>
        <Progress value={percent} size={4} aria-label={t`Downloading Chrome’s model`} />
        <span className={classes.bytes}>{t`Chrome is downloading its model: ${percent}%`}</span>
        <Button size="compact-sm" variant="default" className={classes.cancel ?? ''} onClick={stopDownload}>
          {t`Cancel the download`}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.progress}>
      <span className={classes.bytes}>
        {t`Chrome has to download its model first. It is several gigabytes, is downloaded once and serves all sites.`}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        className={classes.cancel ?? ''}
        onClick={() => void downloadBrowserModel()}
      >
        {t`Download the model`}
      </Button>
    </div>
  )
}
