// Which settings were put in place by "Use these settings again", and what becomes of the images that are open.
import { Alert, Button } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { counted } from '@/lib/counted'
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
      title={`Settings of “${source}” applied`}
      role="status"
      withCloseButton
      closeButtonLabel="Close"
      onClose={forgetApplied}
      className={classes.applied ?? ''}
    >
      <p>{words.length > 0 ? `${capital(words.join(', '))}.` : 'The defaults: new names, nothing else is changed.'}</p>
      {open > 0 ? <OpenImages count={open} /> : null}
    </Alert>
  )
}

function OpenImages({ count }: { count: number }) {
  return (
    <div className={classes.appliedChoice}>
      <span>{`${counted(count, 'image')} of an earlier batch ${count === 1 ? 'is' : 'are'} still open.`}</span>
      <Button size="compact-md" variant="default" onClick={forgetApplied}>
        {count === 1 ? 'Keep it' : 'Keep them'}
      </Button>
      <Button size="compact-md" variant="default" onClick={clearAll}>
        {count === 1 ? 'Clear it' : 'Clear them'}
      </Button>
    </div>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
