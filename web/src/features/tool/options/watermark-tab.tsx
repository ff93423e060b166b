// Text and image watermark, one at a time on screen, both possible together.
import { t } from '@/lib/messages'
import { useOptionChanges } from '../model/options-store'
import { Segments } from '../parts/segments'
import type { Gates } from './gates'
import { ImageWatermark } from './image-watermark'
import classes from './options.module.css'
import { TextWatermark } from './text-watermark'

export function WatermarkTab({ gates }: { gates: Gates }) {
  const kind = useOptionChanges((state) => state.watermarkKind)
  const show = useOptionChanges((state) => state.showWatermark)
  return (
    <div className={classes.fields}>
      <Segments
        aria-label={t`Kind of watermark`}
        value={kind}
        onChange={(value) => show(value as 'text' | 'image')}
        data={[
          { value: 'text', label: t`Text` },
          { value: 'image', label: t`Image` },
        ]}
      />
      {kind === 'text' ? <TextWatermark gates={gates} /> : <ImageWatermark gates={gates} />}
    </div>
  )
}
