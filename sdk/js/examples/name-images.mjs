// Names images: node name-images.mjs photo.jpg ...  (NOMINA_URL and NOMINA_KEY are read from the environment)
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Nomina, NominaError } from 'nomina-client'

try {
  const nomina = new Nomina()
  for (const path of process.argv.slice(2)) {
    const name = await nomina.name({ name: basename(path), bytes: readFileSync(path) })
    console.log(path, '->', name.suggestedName, '|', name.altText)
  }
} catch (error) {
  if (!(error instanceof NominaError)) throw error
  console.error(`name-images: ${error.message}`)
  process.exitCode = 1
}
