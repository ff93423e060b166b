// Beside the format options: one image before and after them, as the engine really makes it, and what the others will weigh.
import { useMemo } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { useBatch } from '../model/batch-store'
import { compareImage, type Tried, useComparison } from '../model/comparison-store'
import { estimatedBytes } from '../model/estimate'
import { type BatchImage, stemOf } from '../model/image'
import { isMarked, useMarks } from '../model/marks-store'
import { KEPT_ORIGINAL } from '../model/remarks'
import { usePerson } from '../model/tier'
import { useRecipe } from '../model/use-recipe'
import { useRules } from '../model/use-rules'
import { BeforeAfter } from '../parts/before-after'
import { ImageTiles } from '../parts/image-tiles'
import { SizeChange } from '../parts/size-change'
import { Thumbnail } from '../parts/thumbnail'
import toolClasses from '../parts/tool.module.css'
import { useShownFile } from '../parts/use-shown-file'
import classes from './live.module.css'
import previewClasses from './preview.module.css'
import { useTrial } from './use-trial'

export function LiveComparison() {
  const images = useBatch((state) => state.images)
  const chosen = useComparison((state) => state.chosen)
  const image = images.find(({ id }) => id === chosen) ?? images[0]
  const options = useTriedOptions(image?.id)
  useTrial(image, options)
  const tried = useComparison((state) => state.tried)
  if (!image) return null
  return (
    <Card className={`${previewClasses.preview} ${toolClasses.fill}`}>
      <h3 className={previewClasses.title} data-alone>
        {t`Before and after: ${stemOf(image.name)}`}
      </h3>
      <Comparison key={image.id} image={image} />
      <ImageTiles images={images} label={t`Images`}>
        {(one) => <EstimateTile image={one} shown={one.id === image.id} tried={tried} options={options} />}
      </ImageTiles>
    </Card>
  )
}

/** The recipe as the plan allows it, for this image; null while a field is not in order. */
function useTriedOptions(id: string | undefined): ProcessingOptions | null {
  const { options } = useRecipe()
  const { plan } = usePerson()
  const { coerceOptions, optionProblems } = useRules()
  const marked = useMarks((state) => id !== undefined && isMarked(state, id))
  return useMemo(() => {
    const allowed = coerceOptions(options, plan.tier).options
    if (optionProblems(allowed).length > 0) return null
    return marked ? allowed : { ...allowed, enableTextWatermark: false, enableImageWatermark: false }
  }, [options, plan.tier, coerceOptions, optionProblems, marked])
}

function Comparison({ image }: { image: BatchImage }) {
  const { tried, making, failure } = useComparison()
  const before = useShownFile(image)
  if (failure && !making) {
    return (
      <p role="alert" className={classes.failure}>
        {t`This image cannot be processed with these options: ${failure}`}
      </p>
    )
  }
  return (
    <div className={classes.comparison} data-making={making || undefined} aria-busy={making}>
      {tried && before ? (
        <BeforeAfter before={before} after={tried.output} inline />
      ) : (
        <div className={classes.waiting}>{t`Processing…`}</div>
      )}
      <Facts tried={tried} making={making} />
    </div>
  )
}

function Facts({ tried, making }: { tried: Tried | null; making: boolean }) {
  if (!tried) return null
  const { image, output, facts } = tried
  const resized = facts.width !== facts.sourceWidth || facts.height !== facts.sourceHeight
  const remarks = [...(facts.keptOriginal ? [KEPT_ORIGINAL] : []), ...facts.warnings]
  return (
    <div className={classes.facts}>
      <p role="status">
        <SizeChange before={image.file.size} after={output.size} />
        {resized ? ` · ${facts.sourceWidth}×${facts.sourceHeight} → ${facts.width}×${facts.height} px` : ''}
        {making ? t` · Updating…` : ''}
      </p>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  )
}

interface EstimateTileProps {
  image: BatchImage
  shown: boolean
  tried: Tried | null
  options: ProcessingOptions | null
}

function EstimateTile({ image, shown, tried, options }: EstimateTileProps) {
  const after = tried && options ? estimatedBytes(image, tried, options) : null
  return (
    <figure className={previewClasses.tile} data-selected={shown || undefined}>
      <button
        type="button"
        className={classes.choose}
        aria-pressed={shown}
        aria-label={t`Compare ${image.name}`}
        onClick={() => compareImage(image.id)}
      >
        <Thumbnail image={image} />
      </button>
      <figcaption className={previewClasses.facts}>
        <span className={previewClasses.name} title={image.name}>
          {stemOf(image.name)}
        </span>
        <span>
          <SizeChange before={image.file.size} after={after} about={!shown} percent={false} />
        </span>
      </figcaption>
    </figure>
  )
}
