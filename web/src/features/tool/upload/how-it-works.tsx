// What will happen, in three lines.
import { t } from '@/lib/messages'
import { SAMPLES } from '@/ui/images/samples'
import { NewName, OldName } from '@/ui/name'
import classes from './upload.module.css'

const STEPS = [
  [t`Upload`, t`Add images or whole folders. They stay in your browser.`],
  [t`AI Analysis`, t`A model looks at a small copy of each and suggests a name.`],
  [t`Download`, t`Review the names, edit what you like, download one ZIP.`],
] as const

export function HowItWorks() {
  return (
    <section className={classes.how} aria-labelledby="how-it-works-box">
      <h3 id="how-it-works-box" className={classes.howTitle}>
        {t`How It Works`}
      </h3>
      <ol className={classes.howSteps}>
        {STEPS.map(([title, text], index) => (
          <li key={title}>
            <span className={classes.howNumber} aria-hidden>
              {index + 1}
            </span>
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ul className={classes.howExamples} aria-label={t`Examples`}>
        {SAMPLES.slice(1, 4).map(({ before, after }) => (
          <li key={after}>
            <OldName>{before}</OldName> <NewName>{after}</NewName>
          </li>
        ))}
      </ul>
    </section>
  )
}
