// Our six images, each with a name as cameras give them and the name that this product gave this very file
// (`names.json`, written by scripts/sample-names and compared by `make test`).
import names from './names.json'

const addresses = import.meta.glob<string>('./*.webp', { eager: true, import: 'default' })

interface Sample {
  url: string
  before: string
  after: string
}

export const SAMPLES: readonly Sample[] = names.map(({ image, before, after }) => ({
  url: addresses[`./${image}`] ?? '',
  before,
  after,
}))
