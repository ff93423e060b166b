// Processes images into one ZIP: node process-batch.mjs images.zip photo.jpg ...
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Nomina, NominaError } from 'nomina-client'

const [to, ...paths] = process.argv.slice(2)
const recipe = { keepNames: true, convertFormat: true, outputFormat: 'webp' }

try {
  const nomina = new Nomina()
  const images = paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) }))
  const { id } = await nomina.createBatch({ images, recipe, jobName: 'Example' })
  const batch = await nomina.wait(id, { onProgress: (now) => console.log(`${now.processedCount} of ${now.fileCount}`) })
  for (const image of batch.pictures) console.log(image.originalName, '->', image.name ?? image.error)
  writeFileSync(to, Buffer.from(await (await nomina.download(id)).arrayBuffer()))
  console.log('saved as', to)
} catch (error) {
  if (!(error instanceof NominaError)) throw error
  console.error(`process-batch: ${error.message}`)
  process.exitCode = 1
}
