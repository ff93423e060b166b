// The files that were not added, every one with its reason. It stays on the page, where a toast would be cut off and go.
import { CloseButton } from '@mantine/core'
import { plural, t } from '@/lib/messages'
import { forgetRefused, useRefused } from '../model/refused-store'
import classes from './upload.module.css'

export function RefusedFiles() {
  const { lines, files } = useRefused()
  if (lines.length === 0) return null
  return (
    <section className={classes.refused} aria-labelledby="refused-files">
      <div className={classes.refusedHead}>
        <h3 id="refused-files">{t`${plural(files, { one: '# file', other: '# files' })} not added`}</h3>
        <CloseButton aria-label={t`Close the list`} onClick={forgetRefused} />
      </div>
      <ul>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never changed, only replaced
          <li key={at}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
