// Our own images, each with a name as cameras give them and the name that this product gave this very file
// (`names.json`, written by scripts/sample-names and compared by `make test`). The model is unsure of one of them: people who
// try the tool with them see that too.
import names from './names.json'

const addresses = import.meta.glob<string>('./*.webp', { eager: true, import: 'default' })

interface Sample {
  url: string
  before: string
  after: string
  unsure: boolean
}

export const ALL_SAMPLES: readonly Sample[] = names.map(({ image, before, after, unsure = false }) => ({
  url: addresses[`./${image}`] ?? '',
  before,
  after,
  unsure,
}))

/** Those that are shown as examples. */
export const SAMPLES = ALL_SAMPLES.filter(({ unsure }) => !unsure)
