// Questions and answers; each opens by itself and works without scripts.
import { t } from '@/lib/messages'
import classes from './faq.module.css'
import { QUESTIONS } from './questions'

export function Faq() {
  return (
    <section id="questions" className={classes.faq}>
      <h2>{t`Questions`}</h2>
      <div className={classes.list}>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
