// A colour as text in a chosen format, with a picker behind the swatch. An invalid text is shown, not passed on.
import { ColorPicker, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '@/lib/messages'
import { useRules } from '../model/use-rules'
import { COLOUR_FORMATS, type ColourFormat, colourError, formatOf, writeColour } from './colour-format'
import classes from './options.module.css'

interface ColourFieldProps {
  value: string
  onChange: (value: string) => void
}

export function ColourField({ value, onChange }: ColourFieldProps) {
  const { parseColour } = useRules()
  const [format, setFormat] = useState<ColourFormat>(() => formatOf(value))
  const [text, setText] = useState(value)
  const [from, setFrom] = useState(value)
  if (from !== value) {
    // The value changed elsewhere, by a template for example.
    setFrom(value)
    setText(value)
    setFormat(formatOf(value))
  }
  const invalid = !isValid(text, format)

  function isValid(candidate: string, wanted: ColourFormat): boolean {
    return formatOf(candidate) === wanted && parseColour(candidate) !== null
  }

  // A colour that was pasted in another format brings its format along.
  const type = (next: string, wanted = formatOf(next)) => {
    setText(next)
    if (!isValid(next, wanted)) return
    setFormat(wanted)
    setFrom(next.trim())
    onChange(next.trim())
  }

  const switchTo = (wanted: ColourFormat) => {
    setFormat(wanted)
    const colour = parseColour(value)
    if (colour) type(writeColour(colour, wanted), wanted)
  }

  return (
    <TextInput
      label={t`Colour`}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      error={invalid ? colourError(format) : null}
      spellCheck={false}
      classNames={{ input: classes.mono, root: classes.colour }}
      leftSection={<Swatch value={value} format={format} onPick={type} />}
      rightSectionWidth={78}
      rightSection={
        <select
          aria-label={t`Colour format`}
          value={format}
          onChange={(event) => switchTo(event.currentTarget.value as ColourFormat)}
          className={classes.colourFormat}
        >
          {COLOUR_FORMATS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      }
    />
  )
}

function Swatch({ value, format, onPick }: { value: string; format: ColourFormat; onPick: (value: string) => void }) {
  return (
    <Popover position="bottom-start" withinPortal>
      <Popover.Target>
        <button type="button" className={classes.swatch} aria-label={t`Pick a colour`} style={{ background: value }} />
      </Popover.Target>
      <Popover.Dropdown>
        <ColorPicker format={format} value={value} onChange={onPick} />
      </Popover.Dropdown>
    </Popover>
  )
}
