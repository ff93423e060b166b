// Format, compression and size of the results. What a switch opens is there with the switch: later, it would push away what
// the person is about to click.
import { NumberInput, Select, Switch } from '@mantine/core'
import type { OutputFormat } from '@/api/types'
import { OUTPUT_LABELS } from '@/engine/output-formats'
import { engineWorkers } from '@/engine/workers'
import { t } from '@/lib/messages'
import { QUALITY } from '@/lib/quality'
import { avifSeconds, avifTimeSentence } from '../model/avif-time'
import { useBatch } from '../model/batch-store'
import { useRecipe } from '../model/use-recipe'
import classes from './options.module.css'
import { SizeLine } from './size-line'
import { SliderField } from './slider-field'

const FORMATS = Object.entries(OUTPUT_LABELS).map(([value, label]) => ({ value, label }))

/** Percent as they are typed: a number that is not finished yet is brought into its range, so that the recipe stays valid. */
function pngShare(value: string | number): number | null {
  return typeof value === 'number' ? Math.min(Math.max(value, QUALITY.min), QUALITY.max) / 100 : null
}

export function FormatTab() {
  const { options, change } = useRecipe()
  const images = useBatch((state) => state.images)
  const slow = avifTimeSentence(avifSeconds(images, options, engineWorkers()))
  const integer = (value: string | number) => (typeof value === 'number' ? Math.trunc(value) : 0)
  return (
    <div className={classes.fields}>
      <SizeLine />
      <Switch
        label={t`Convert format`}
        checked={options.convertFormat}
        onChange={(event) => change({ convertFormat: event.currentTarget.checked })}
      />
      {options.convertFormat ? (
        <Select
          label={t`Output format`}
          description={slow}
          inputWrapperOrder={['label', 'input', 'description']}
          data={FORMATS}
          allowDeselect={false}
          value={options.outputFormat}
          onChange={(value) => value && change({ outputFormat: value as OutputFormat })}
        />
      ) : null}
      <hr className={classes.rule} />
      <Switch
        label={t`Enable compression`}
        checked={options.enableCompression}
        onChange={(event) => change({ enableCompression: event.currentTarget.checked })}
      />
      {options.enableCompression ? (
        <>
          <SliderField
            label={t`Quality`}
            {...QUALITY}
            unit=" %"
            value={Math.round(options.compressionQuality * 100)}
            onChange={(percent) => change({ compressionQuality: percent / 100 })}
          />
          <Switch
            label={t`Progressive JPEG`}
            description={t`Smaller, and shown as a whole while it loads.`}
            checked={options.jpegProgressive !== false}
            onChange={(event) => change({ jpegProgressive: event.currentTarget.checked ? null : false })}
          />
          <NumberInput
            label={t`PNG quality`}
            description={t`PNG files get fewer colours only where that looks this close. 100 % keeps every colour. Leave empty to use the quality above.`}
            inputWrapperOrder={['label', 'input', 'description']}
            placeholder={t`As above`}
            suffix=" %"
            min={QUALITY.min}
            max={QUALITY.max}
            clampBehavior="blur"
            allowDecimal={false}
            allowNegative={false}
            value={options.pngQuality === null ? '' : Math.round(options.pngQuality * 100)}
            onChange={(value) => change({ pngQuality: pngShare(value) })}
          />
          <NumberInput
            label={t`Maximum file size`}
            description={t`Uses the best quality that fits. Leave empty to use the quality above.`}
            inputWrapperOrder={['label', 'input', 'description']}
            placeholder={t`Any size`}
            suffix=" KB"
            min={1}
            max={100_000}
            allowDecimal={false}
            allowNegative={false}
            value={options.targetSizeKb ?? ''}
            onChange={(value) => change({ targetSizeKb: typeof value === 'number' ? value : null })}
          />
        </>
      ) : null}
      <hr className={classes.rule} />
      <Switch
        label={t`Resize images`}
        checked={options.resizeImages}
        onChange={(event) => change({ resizeImages: event.currentTarget.checked })}
      />
      {options.resizeImages ? (
        <>
          <div className={classes.two}>
            <NumberInput
              label={t`Max width`}
              placeholder="1920"
              suffix=" px"
              min={0}
              max={65_535}
              allowDecimal={false}
              allowNegative={false}
              value={options.maxWidth || ''}
              onChange={(value) => change({ maxWidth: integer(value) })}
            />
            <NumberInput
              label={t`Max height`}
              placeholder="1080"
              suffix=" px"
              min={0}
              max={65_535}
              allowDecimal={false}
              allowNegative={false}
              value={options.maxHeight || ''}
              onChange={(value) => change({ maxHeight: integer(value) })}
            />
          </div>
          <p className={classes.hint}>{t`Keeps proportions and never enlarges. Leave empty for no limit.`}</p>
        </>
      ) : null}
    </div>
  )
}
