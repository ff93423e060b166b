// What comes after the upload, and what has left the device so far.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { plural, t } from '@/lib/messages'
import { Dock } from '@/ui/dock'
import { toastError } from '@/ui/toasts'
import { useBatch } from '../model/batch-store'
import { sentSentence, UNKNOWN_SENT, useSent } from '../model/sent-store'

export function UploadDock({ floating }: { floating: boolean }) {
  const some = useBatch((state) => state.images.length > 0)
  const reading = useBatch((state) => state.checking)
  const sent = useSent()
  // Until the last visit is back nothing is known about it.
  const restored = useBatch((state) => state.restored)
  const { waiting, wait } = useNextWhenRead(reading > 0)
  const proceed = () => (reading > 0 ? wait() : goOn())
  return (
    <Dock
      floating={floating}
      actions={
        <Button
          size="md"
          variant={some || reading > 0 ? 'filled' : 'default'}
          {...(waiting ? { 'aria-disabled': true, 'data-disabled': true } : {})}
          onClick={proceed}
        >
          {waiting
            ? t`Reading ${plural(reading, { one: '# file', other: '# files' })}…`
            : t`Next: Configure Processing`}
        </Button>
      }
    >
      {sentSentence(restored ? sent : UNKNOWN_SENT)}
    </Dock>
  )
}

function goOn(): void {
  const { images, go } = useBatch.getState()
  if (images.length > 0) go('processing')
  else toastError(t`No images uploaded`, t`Please upload at least one image before proceeding.`)
}

/** Next, pressed while files are being read, is done when they are. */
function useNextWhenRead(reading: boolean) {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!waiting || reading) return
    setWaiting(false)
    goOn()
  }, [waiting, reading])
  return { waiting: waiting && reading, wait: () => setWaiting(true) }
}
