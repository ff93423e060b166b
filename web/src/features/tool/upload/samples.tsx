// For a visitor without images at hand: ours, with names as cameras give them. They are named at once, with the options as they
// are, so that one click shows what the tool does.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '@/lib/messages'
import { ALL_SAMPLES } from '@/ui/images/samples'
import type { Incoming } from '../model/image'
import { askForRun } from './waiting-store'

async function fetchSample(url: string, name: string): Promise<Incoming> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The sample ${name} is not there`)
  return { file: new File([await answer.blob()], name, { type: 'image/webp' }), folder: '' }
}

export function SampleImages({ onFiles }: { onFiles: (files: Incoming[]) => void }) {
  const [fetching, setFetching] = useState(false)
  const take = async () => {
    setFetching(true)
    try {
      const files = await Promise.all(ALL_SAMPLES.map(({ url, before }) => fetchSample(url, before)))
      askForRun()
      onFiles(files)
    } catch {
      // Loaded when it is needed: this button is part of the first screen.
      const { toastError } = await import('@/ui/toasts')
      toastError(t`No sample images`, t`They could not be loaded. Check your connection and try again.`)
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button variant="subtle" size="compact-md" loading={fetching} onClick={() => void take()}>
      {t`Try it with sample images (uses ${ALL_SAMPLES.length} names)`}
    </Button>
  )
}
