// Under the words: where one is in the batch, and the buttons for what the keys do.
import { Button } from '@mantine/core'
import { plural, t } from '@/lib/messages'
import classes from './focus.module.css'

interface FocusFootProps {
  at: number
  count: number
  unsure: number
  onNext: () => void
  onPrevious: () => void
  onUnsure: (() => void) | undefined
  onCompare: (() => void) | undefined
  onLeave: () => void
}

export function FocusFoot(props: FocusFootProps) {
  const { at, count, unsure } = props
  return (
    <div className={classes.foot}>
      <p role="status" className={classes.place}>
        {t`${at + 1} of ${count}${unsure > 0 ? ` · ${plural(unsure, { one: '# unsure name', other: '# unsure names' })}` : ''}`}
      </p>
      <div className={classes.buttons}>
        <Key letter="K" off={at === 0} onClick={props.onPrevious}>
          {t`Previous`}
        </Key>
        <Key letter="J" off={at === count - 1} onClick={props.onNext}>
          {t`Next`}
        </Key>
        {props.onUnsure ? (
          <Key letter="U" onClick={props.onUnsure}>
            {t`Next unsure`}
          </Key>
        ) : null}
        {props.onCompare ? (
          <Key letter="C" onClick={props.onCompare}>
            {t`Compare`}
          </Key>
        ) : null}
        <Key letter="Esc" onClick={props.onLeave}>
          {t`Leave`}
        </Key>
      </div>
    </div>
  )
}

function Key(props: { letter: string; off?: boolean; onClick: () => void; children: string }) {
  const { letter, off = false, onClick, children } = props
  return (
    <Button
      size="sm"
      variant="default"
      // Still there for the focus at the end of the batch.
      aria-disabled={off || undefined}
      data-disabled={off}
      aria-keyshortcuts={letter === 'Esc' ? 'Escape' : letter}
      onClick={off ? undefined : onClick}
      rightSection={<kbd aria-hidden>{letter}</kbd>}
    >
      {children}
    </Button>
  )
}
