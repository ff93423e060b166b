// For a visitor without pictures at hand: six of ours, with names as cameras give them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import puppies from '@/ui/pictures/golden-retriever-puppies.webp'
import latte from '@/ui/pictures/latte.webp'
import lighthouse from '@/ui/pictures/lighthouse.webp'
import sailboats from '@/ui/pictures/sailboats.webp'
import taj from '@/ui/pictures/taj-mahal.webp'
import train from '@/ui/pictures/train-on-viaduct.webp'
import type { Incoming } from '../picture'

const SAMPLES = [
  [puppies, 'IMG_20240817_143022.webp'],
  [sailboats, 'DSC_0412.webp'],
  [lighthouse, 'Untitled-3 copy 2.webp'],
  [latte, '9f2c81d0-4be1.webp'],
  [taj, 'P1040077.webp'],
  [train, 'scan0007.webp'],
] as const

async function fetchSample(url: string, name: string): Promise<Incoming> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The sample ${name} is not there`)
  return { file: new File([await answer.blob()], name, { type: 'image/webp' }), folder: '' }
}

export function SamplePictures({ onFiles }: { onFiles: (files: Incoming[]) => void }) {
  const [fetching, setFetching] = useState(false)
  const take = async () => {
    setFetching(true)
    try {
      onFiles(await Promise.all(SAMPLES.map(([url, name]) => fetchSample(url, name))))
    } catch {
      // Loaded when it is needed: this button is part of the first screen.
      const { toastError } = await import('@/ui/toasts')
      toastError('No sample pictures', 'They could not be fetched. Check the connection and try again.')
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button variant="subtle" size="compact-md" loading={fetching} onClick={() => void take()}>
      Try it with sample pictures
    </Button>
  )
}
