// The image watermark's fields. The image is kept as a data URL, so that it travels with templates.
import { Button, FileButton, Switch } from '@mantine/core'
import { useState } from 'react'
import { engine } from '@/engine'
import { t } from '@/lib/messages'
import { Later } from '@/ui/later'
import { useRecipe } from '../model/use-recipe'
import type { Gates } from './gates'
import classes from './options.module.css'
import { PositionField } from './position-field'
import { SliderField } from './slider-field'

const MAX_MB = 2

export function ImageWatermark({ gates }: { gates: Gates }) {
  const { options, change } = useRecipe()
  return (
    <>
      <Switch
        label={t`Enable image watermark`}
        checked={options.enableImageWatermark}
        onChange={(event) => change({ enableImageWatermark: event.currentTarget.checked })}
      />
      <Later when={options.enableImageWatermark}>
        <MarkFile value={options.imageWatermarkFile} onChange={(file) => change({ imageWatermarkFile: file })} />
        <SliderField
          label={t`Scale`}
          value={options.imageWatermarkScale}
          onChange={(imageWatermarkScale) => change({ imageWatermarkScale })}
        />
        <SliderField
          label={t`Opacity`}
          value={options.imageWatermarkOpacity}
          onChange={(imageWatermarkOpacity) => change({ imageWatermarkOpacity })}
        />
        <PositionField
          position={options.imageWatermarkPosition}
          x={options.imageWatermarkX}
          y={options.imageWatermarkY}
          gates={gates}
          onChange={({ position, x, y }) =>
            change({
              ...(position ? { imageWatermarkPosition: position } : {}),
              ...(x === undefined ? {} : { imageWatermarkX: x }),
              ...(y === undefined ? {} : { imageWatermarkY: y }),
            })
          }
        />
      </Later>
    </>
  )
}

function MarkFile({ value, onChange }: { value: string | null; onChange: (file: string | null) => void }) {
  const [error, setError] = useState<string | null>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    setError(null)
    try {
      onChange(await readMark(file))
    } catch (cause) {
      setError((cause as Error).message)
    }
  }
  return (
    <div className={classes.markFile}>
      {value ? <img src={value} alt={t`The watermark`} /> : null}
      <FileButton onChange={choose} accept="image/*">
        {(props) => (
          <Button {...props} size="sm" variant="default">
            {value ? t`Change image` : t`Choose image`}
          </Button>
        )}
      </FileButton>
      {value ? (
        <Button size="sm" variant="subtle" onClick={() => onChange(null)}>
          {t`Remove`}
        </Button>
      ) : null}
      {error ? <p role="alert">{error}</p> : null}
    </div>
  )
}

/** The file as a data URL; an error says why not. The content decides, not the name. */
async function readMark(file: File): Promise<string> {
  if (file.size > MAX_MB * 1024 * 1024) throw new Error(t`${file.name}: File too large (max ${MAX_MB}MB).`)
  const { mime } = await engine.inspect(file).catch(() => {
    throw new Error(t`${file.name}: The watermark must be an image file.`)
  })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(t`${file.name}: The file could not be read.`))
    reader.readAsDataURL(new Blob([file], { type: mime }))
  })
}
