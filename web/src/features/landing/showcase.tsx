// Before and after: real images with their camera names and the names that this product gave them.
import { useIntersection } from '@mantine/hooks'
import { t } from '@/lib/messages'
import { SAMPLES } from '@/ui/images/samples'
import { NewName, OldName } from '@/ui/name'
import classes from './showcase.module.css'

export function Showcase() {
  const { ref, entry } = useIntersection({ threshold: 0.35 })
  const seen = entry?.isIntersecting ?? false
  return (
    <section className={classes.showcase} aria-labelledby="showcase-title">
      <div className={classes.head}>
        <h2 id="showcase-title">{t`Before and after`}</h2>
        <p>{t`Your camera numbers files, Nomina describes them. These names are unedited.`}</p>
      </div>
      <ul ref={ref} className={classes.pairs} data-seen={seen || undefined}>
        {SAMPLES.map(({ url, before, after }) => (
          <li key={after}>
            <img src={url} alt="" width={360} height={270} loading="lazy" decoding="async" />
            <OldName>{before}</OldName>
            <NewName drawn={seen}>{after}</NewName>
          </li>
        ))}
      </ul>
    </section>
  )
}
