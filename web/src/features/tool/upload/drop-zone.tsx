// The place to drop images while there are none. Drops land anywhere on the page; this says so.
import { Loader } from '@mantine/core'
import type { Plan } from '@/api/types'
import { FORMAT_NAMES } from '@/engine/formats'
import { plural, t } from '@/lib/messages'
import catImage from '@/ui/images/cat.webp'
import coffeeImage from '@/ui/images/coffee.webp'
import parrotsImage from '@/ui/images/macaw-parrots.webp'
import { Pill } from '@/ui/pill'
import { useBatch } from '../model/batch-store'
import type { Incoming } from '../model/image'
import { ChooseFiles } from './choose-files'
import { SampleImages } from './samples'
import classes from './upload.module.css'

interface DropZoneProps {
  onFiles: (files: Incoming[]) => void
  limits: Plan['limits'] | undefined
}

export function DropZone({ onFiles, limits }: DropZoneProps) {
  const checking = useBatch((state) => state.checking)
  return (
    <div className={classes.zone}>
      <div className={classes.fan} aria-hidden>
        {[coffeeImage, parrotsImage, catImage].map((image) => (
          // Adornment: words and their fonts come first.
          <img key={image} src={image} alt="" width={108} height={84} fetchPriority="low" draggable={false} />
        ))}
        {checking > 0 ? <Loader size={30} className={classes.checking} /> : null}
      </div>
      <div>
        <h3 className={classes.invitation}>{t`Drop images or folders here`}</h3>
        <p className={classes.hint} role="status">
          {checking > 0 ? t`Checking ${plural(checking, { one: '# file', other: '# files' })}…` : invitation(limits)}
        </p>
      </div>
      <div className={classes.chooseRow}>
        <ChooseFiles onFiles={onFiles}>{t`Choose images`}</ChooseFiles>
        <ChooseFiles onFiles={onFiles} folder>
          {t`Choose a folder`}
        </ChooseFiles>
      </div>
      <SampleImages onFiles={onFiles} />
      <div className={classes.facts}>
        <Pill dot="ok">{t`Images are processed on your device`}</Pill>
        <span className={classes.formats}>{FORMAT_NAMES.join(' ')}</span>
      </div>
    </div>
  )
}

function invitation(limits: Plan['limits'] | undefined): string {
  const most = limits ? t` Up to ${limits.maxBatch} at once, ${limits.maxFileMb} MB each.` : ''
  return t`or paste, or choose them.${most}`
}
