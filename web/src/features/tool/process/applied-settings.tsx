// Which settings were put in place by "Use these settings again", and what becomes of the images that are open.
import { Alert, Button } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { plural, t } from '@/lib/messages'
import { forgetApplied, useApplied } from '../model/applied-store'
import { useBatch } from '../model/batch-store'
import classes from '../parts/tool.module.css'
import { clearAll } from './reset'

export function AppliedSettings() {
  const { source, words } = useApplied()
  const open = useBatch((state) => state.images.length)
  if (source === null) return null
  return (
    <Alert
      icon={<RotateCcw size={18} aria-hidden />}
      title={t`Settings of “${source}” applied`}
      role="status"
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={forgetApplied}
      className={classes.applied ?? ''}
    >
      <p>{words.length > 0 ? `${capital(words.join(', '))}.` : t`The defaults: new names, nothing else is changed.`}</p>
      {open > 0 ? <OpenImages count={open} /> : null}
    </Alert>
  )
}

function OpenImages({ count }: { count: number }) {
  return (
    <div className={classes.appliedChoice}>
      <span>
        {plural(count, {
          one: '# image of an earlier batch is still open.',
          other: '# images of an earlier batch are still open.',
        })}
      </span>
      <Button size="compact-md" variant="default" onClick={forgetApplied}>
        {count === 1 ? t`Keep it` : t`Keep them`}
      </Button>
      <Button size="compact-md" variant="default" onClick={clearAll}>
        {count === 1 ? t`Clear it` : t`Clear them`}
      </Button>
    </div>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
