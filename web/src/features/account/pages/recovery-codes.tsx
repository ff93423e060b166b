// Ten recovery codes, shown once: to be copied, saved as a file or written down.
import { Button } from '@mantine/core'
import { saveBlob } from '@/lib/save-file'
import { toast, toastError } from '@/ui/toasts'
import classes from './second-factor.module.css'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('Copied', 'The codes are in the clipboard.'),
      () => toastError('Copy Failed', 'The browser did not allow it. Select the text instead.'),
    )
  return (
    <div className={classes.steps}>
      <p>
        Keep these recovery codes in a safe place. Each signs you in once when you cannot use your app or passkey. They
        are not shown again.
      </p>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void copy()}>
          Copy Codes
        </Button>
        <Button
          variant="default"
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'nomina-recovery-codes.txt')}
        >
          Download Codes
        </Button>
        <Button onClick={onDone}>I Have Saved Them</Button>
      </div>
    </div>
  )
}
