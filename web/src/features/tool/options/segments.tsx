// A choice between few values, side by side; the chosen one is marked.
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import classes from './options.module.css'

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
