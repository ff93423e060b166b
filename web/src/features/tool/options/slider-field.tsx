// A slider with its label and its value in numbers.
import { Slider } from '@mantine/core'
import { useId } from 'react'
import classes from './options.module.css'

interface SliderFieldProps {
  label: string
  value: number
  onChange: (value: number) => void
  /** 0.1 to 1 in steps of 0.1 unless said otherwise. */
  min?: number
  max?: number
  step?: number
  unit?: string
  disabled?: boolean
}

export function SliderField(props: SliderFieldProps) {
  const { label, value, onChange, min = 0.1, max = 1, step = 0.1, unit, disabled = false } = props
  const id = useId()
  // A share without a unit of its own is read as percent.
  const show = (number: number) =>
    unit === undefined ? `${Math.round(number * 100)} %` : `${Number(number.toFixed(2))}${unit}`
  return (
    <div className={classes.slider}>
      <div className={classes.sliderHead}>
        <span id={id}>{label}</span>
        <output>{show(value)}</output>
      </div>
      <Slider
        value={value}
        min={min}
        max={max}
        step={step}
        label={null}
        size={4}
        disabled={disabled}
        onChange={(next) => onChange(Math.round(next * 10) / 10)}
        thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': show(value) }}
      />
    </div>
  )
}
