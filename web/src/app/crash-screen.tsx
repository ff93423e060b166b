// What is shown when a page throws. The rest of the app goes on; files on this device are not touched.
import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetServerData } from '@/api/query-client'
import { isMissingPart } from '@/lib/load-part'
import { t } from '@/lib/messages'
import { ErrorScreen } from '@/ui/error-screen'

export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // After a new version is deployed, an old tab asks for files that are gone: only a reload helps.
  const stale = isMissingPart(error)
  // What was fetched or kept may be what the page stumbled over: none of it is shown again, after a reload neither.
  useEffect(forgetServerData, [])
  const tryAgain = () => {
    forgetServerData()
    if (stale) {
      window.location.reload()
      return
    }
    reset()
    void router.invalidate()
  }
  return (
    <main id="main">
      <ErrorScreen title={t`Something went wrong`} actions={<Button onClick={tryAgain}>{t`Try Again`}</Button>}>
        <p>
          {stale
            ? t`A new version of Nomina is available. Try again to load it. Your images are kept.`
            : t`This page stopped working. Your images and results are safe on this device.`}
        </p>
      </ErrorScreen>
    </main>
  )
}
