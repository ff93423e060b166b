// Ten recovery codes, shown once: to be copied, saved as a file or written down.
import { Button } from '@mantine/core'
import { t } from '@/lib/messages'
import { saveBlob } from '@/lib/save-file'
import { toast, toastError } from '@/ui/toasts'
import classes from './second-factor.module.css'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(t`Copied`, t`The codes are on your clipboard.`),
      () => toastError(t`Copy Failed`, t`Your browser blocked it. Select the text and copy it instead.`),
    )
  return (
    <div className={classes.steps}>
      <p>
        {t`Store these recovery codes in a safe place. Each one signs you in once if you lose your app or passkey. They will not be shown again.`}
      </p>
      <ol className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void copy()}>
          {t`Copy Codes`}
        </Button>
        <Button
          variant="default"
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'nomina-recovery-codes.txt')}
        >
          {t`Download Codes`}
        </Button>
        <Button onClick={onDone}>{t`I Have Saved Them`}</Button>
      </div>
    </div>
  )
}
