// A choice between few values, side by side; the chosen one is marked.
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import classes from './segments.module.css'

export function Segments(props: SegmentedControlProps) {
  return (
    <SegmentedControl
      fullWidth
      classNames={{
        root: classes.segments ?? '',
        indicator: classes.indicator ?? '',
        label: classes.segment ?? '',
      }}
      {...props}
    />
  )
}
