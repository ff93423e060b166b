// The text watermark's fields.
import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { t } from '@/lib/messages'
import { Later } from '@/ui/later'
import { useRecipe } from '../model/use-recipe'
import { useRules } from '../model/use-rules'
import { ColourField } from './colour-field'
import type { Gates } from './gates'
import classes from './options.module.css'
import { PositionField } from './position-field'
import { SliderField } from './slider-field'

const DEFAULT_SIZE = 24

export function TextWatermark({ gates }: { gates: Gates }) {
  const { options, change } = useRecipe()
  const { fontFamilies } = useRules()
  return (
    <>
      <Switch
        label={t`Enable text watermark`}
        checked={options.enableTextWatermark}
        onChange={(event) => change({ enableTextWatermark: event.currentTarget.checked })}
      />
      <Later when={options.enableTextWatermark}>
        <TextInput
          label={t`Text`}
          placeholder={t`© Your Studio`}
          value={options.textWatermark}
          onChange={(event) => change({ textWatermark: event.currentTarget.value })}
        />
        <div className={classes.two}>
          <Select
            label={t`Font`}
            data={fontFamilies}
            allowDeselect={false}
            value={options.textWatermarkFontFamily}
            onChange={(value) => value && change({ textWatermarkFontFamily: value })}
          />
          <NumberInput
            label={t`Size`}
            description={sizeHint(options.textWatermarkFontSize)}
            min={8}
            max={500}
            step={1}
            clampBehavior="blur"
            allowDecimal={false}
            allowNegative={false}
            value={options.textWatermarkFontSize}
            onChange={(value) => change({ textWatermarkFontSize: typeof value === 'number' ? value : DEFAULT_SIZE })}
          />
        </div>
        <ColourField
          value={options.textWatermarkColor}
          onChange={(textWatermarkColor) => change({ textWatermarkColor })}
        />
        <SliderField
          label={t`Opacity`}
          value={options.textWatermarkOpacity}
          onChange={(textWatermarkOpacity) => change({ textWatermarkOpacity })}
        />
        <PositionField
          position={options.textWatermarkPosition}
          x={options.textWatermarkX}
          y={options.textWatermarkY}
          gates={gates}
          onChange={({ position, x, y }) =>
            change({
              ...(position ? { textWatermarkPosition: position } : {}),
              ...(x === undefined ? {} : { textWatermarkX: x }),
              ...(y === undefined ? {} : { textWatermarkY: y }),
            })
          }
        />
      </Later>
    </>
  )
}

/** The size is a share of the width: 24 is 3 %. */
function sizeHint(size: number): string {
  return t`${size} is ${Number((size / 8).toFixed(1))} % of the width`
}
