// Step 1 while there are no images. It needs neither the rules nor the engine, so that it can be there at once.
import type { ReactNode } from 'react'
import type { Plan } from '@/api/types'
import { t } from '@/lib/messages'
import { useBatch } from '../model/batch-store'
import type { Incoming } from '../model/image'
import { StepHeading } from '../parts/step-heading'
import { DropZone } from './drop-zone'
import { HowItWorks } from './how-it-works'
import { RefusedFiles } from './refused-files'
import classes from './upload.module.css'
import { UploadDock } from './upload-dock'

interface EmptyUploadProps {
  floatingDock: boolean
  /** What the plan allows, as soon as that is known. */
  limits: Plan['limits'] | undefined
  onFiles: (files: Incoming[]) => void
  /** Whether there were images: the button that took the last one away is gone, and the title takes the focus. */
  emptied?: boolean
  /** What there is to say before the drop zone. */
  notice?: ReactNode
}

export function EmptyUpload({ floatingDock, limits, onFiles, emptied = false, notice }: EmptyUploadProps) {
  const moved = useBatch((state) => state.moved)
  return (
    <>
      <StepHeading title={t`Upload Your Images`} focus={moved || emptied} />
      {notice}
      <RefusedFiles />
      <div className={classes.empty}>
        <DropZone onFiles={onFiles} limits={limits} />
        <div className={classes.beside}>
          <HowItWorks />
        </div>
      </div>
      <UploadDock floating={floatingDock} />
    </>
  )
}
