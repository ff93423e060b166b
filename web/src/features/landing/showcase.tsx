// Before and after: real pictures, the name a camera gave them and the name that says what they show.
import { useIntersection } from '@mantine/hooks'
import { NewName, OldName } from '@/ui/name'
import puppiesPicture from '@/ui/pictures/golden-retriever-puppies.webp'
import lattePicture from '@/ui/pictures/latte.webp'
import lighthousePicture from '@/ui/pictures/lighthouse.webp'
import sailboatsPicture from '@/ui/pictures/sailboats.webp'
import tajPicture from '@/ui/pictures/taj-mahal.webp'
import trainPicture from '@/ui/pictures/train-on-viaduct.webp'
import classes from './showcase.module.css'

const PAIRS = [
  { picture: puppiesPicture, before: 'IMG_20240817_143022.jpg', after: 'three-golden-retriever-puppies.jpg' },
  { picture: sailboatsPicture, before: 'DSC_0412.JPG', after: 'sailboats-with-colorful-sails.jpg' },
  { picture: lighthousePicture, before: 'Untitled-3 copy 2.png', after: 'lighthouse-by-white-fence.webp' },
  { picture: lattePicture, before: '9f2c81d0-4be1.jpeg', after: 'latte-in-yellow-cup.webp' },
  { picture: tajPicture, before: 'P1040077.png', after: 'taj-mahal-with-pool.webp' },
  { picture: trainPicture, before: 'scan0007.jpg', after: 'red-train-on-viaduct.webp' },
] as const

export function Showcase() {
  const { ref, entry } = useIntersection({ threshold: 0.35 })
  const seen = entry?.isIntersecting ?? false
  return (
    <section className={classes.showcase} aria-labelledby="showcase-title">
      <div className={classes.head}>
        <h2 id="showcase-title">Before and after</h2>
        <p>The camera counts. Nomina describes.</p>
      </div>
      <ul ref={ref} className={classes.pairs} data-seen={seen || undefined}>
        {PAIRS.map(({ picture, before, after }) => (
          <li key={after}>
            <img src={picture} alt="" width={360} height={270} loading="lazy" decoding="async" />
            <OldName>{before}</OldName>
            <NewName drawn={seen}>{after}</NewName>
          </li>
        ))}
      </ul>
    </section>
  )
}
