// What the format options cost or save: the size of the image that was tried, and an estimate for the whole batch.
import { plural, t } from '@/lib/messages'
import { useBatch } from '../model/batch-store'
import { useComparison } from '../model/comparison-store'
import { estimatedTotal } from '../model/estimate'
import { stemOf } from '../model/image'
import { useRecipe } from '../model/use-recipe'
import { SizeChange } from '../parts/size-change'
import classes from './options.module.css'

export function SizeLine() {
  const images = useBatch((state) => state.images)
  const { tried, making } = useComparison()
  const { options } = useRecipe()
  // Its place is kept: what follows must not move away from under a hand.
  if (!tried) return <div className={classes.sizes}>{images[0] ? t`Trying ${stemOf(images[0].name)}…` : null}</div>
  const total = estimatedTotal(images, tried, options)
  return (
    <div className={classes.sizes} data-making={making || undefined} role="status">
      <p>
        {stemOf(tried.image.name)}: <SizeChange before={tried.image.file.size} after={tried.output.size} />
      </p>
      {images.length > 1 ? (
        <p>
          {t`All ${plural(images.length, { one: '# image', other: '# images' })}:`}{' '}
          <SizeChange before={total.before} after={total.after} about />
          {t`, estimated from this one.`}
        </p>
      ) : null}
    </div>
  )
}
