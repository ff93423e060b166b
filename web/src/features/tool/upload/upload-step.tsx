// Step 1: the drop zone, then the images that are ready.
import { useDeferredValue, useEffect, useState } from 'react'
import { t } from '@/lib/messages'
import { useBatch } from '../model/batch-store'
import { usePerson } from '../model/tier'
import { StepHeading } from '../parts/step-heading'
import { AppliedSettings } from '../process/applied-settings'
import { EmptyUpload } from './empty-upload'
import { HowItWorks } from './how-it-works'
import { ImagesReady } from './images-ready'
import { RefusedFiles } from './refused-files'
import { UploadDock } from './upload-dock'
import { restoreOnce, useUpload } from './use-upload'

export function UploadStep({ floatingDock }: { floatingDock: boolean }) {
  const { add } = useUpload()
  const { limits } = usePerson().plan
  // Deferred, so that a batch of hundreds is drawn in pieces.
  const images = useDeferredValue(useBatch((state) => state.images))
  const moved = useBatch((state) => state.moved)
  const [filled, setFilled] = useState(false)
  if (!filled && images.length > 0) setFilled(true)
  useEffect(() => void restoreOnce(), [])
  if (images.length === 0) {
    return (
      <EmptyUpload
        floatingDock={floatingDock}
        limits={limits}
        onFiles={add}
        emptied={filled}
        notice={<AppliedSettings />}
      />
    )
  }
  return (
    <>
      <StepHeading title={t`Upload Your Images`} focus={moved} />
      <AppliedSettings />
      <RefusedFiles />
      <ImagesReady images={images} max={limits.maxBatch} onFiles={add}>
        <HowItWorks />
      </ImagesReady>
      <UploadDock floating={floatingDock} />
    </>
  )
}
