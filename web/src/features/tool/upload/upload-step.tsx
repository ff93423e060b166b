// Step 1: the drop zone, then the pictures that are ready.
import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Dock } from '@/ui/dock'
import { toastError } from '@/ui/toasts'
import { useBatch } from '../batch-store'
import { StepHeading } from '../step-heading'
import { usePerson } from '../tier'
import { DropZone } from './drop-zone'
import { HowItWorks } from './how-it-works'
import { ImagesReady } from './images-ready'
import classes from './upload.module.css'
import { restoreOnce, useUpload } from './use-upload'

interface UploadStepProps {
  floatingDock: boolean
  /** Shown beside the empty drop zone; the landing page puts its examples here. */
  showcase?: ReactNode
}

export function UploadStep({ floatingDock, showcase }: UploadStepProps) {
  const { add } = useUpload()
  const { limits } = usePerson().plan
  const pictures = useBatch((state) => state.pictures)
  useEffect(() => void restoreOnce(), [])

  const proceed = () => {
    if (pictures.length > 0) return useBatch.getState().go('processing')
    toastError('No images uploaded', 'Please upload at least one image before proceeding.')
  }

  return (
    <>
      <StepHeading title="Upload Your Images" />
      {pictures.length === 0 ? (
        <div className={classes.empty}>
          <DropZone onFiles={add} limits={limits} />
          <div className={classes.beside}>
            {showcase}
            <HowItWorks />
          </div>
        </div>
      ) : (
        <>
          <ImagesReady pictures={pictures} max={limits.maxBatch} onFiles={add} />
          <HowItWorks />
        </>
      )}
      <Dock
        floating={floatingDock}
        actions={
          <Button size="md" variant={pictures.length > 0 ? 'filled' : 'default'} onClick={proceed}>
            Next: Configure Processing
          </Button>
        }
      >
        Your images stay in this browser. Nothing has left your device so far.
      </Dock>
    </>
  )
}
