// One call of the JavaScript SDK: prints `OK result`, or the error's class and sentence. call.mjs name|batch FILE
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Nomina, NominaError } from 'nomina-client'

const [what, path] = process.argv.slice(2)
const image = { name: basename(path), bytes: readFileSync(path) }

async function call() {
  const nomina = new Nomina({ retries: 2 })
  if (what === 'name') return (await nomina.name(image)).suggestedName
  const { id } = await nomina.createBatch({ images: [image], recipe: { keepNames: true } })
  await nomina.wait(id)
  writeFileSync('js.zip', Buffer.from(await (await nomina.download(id)).arrayBuffer()))
  return 'js.zip'
}

try {
  console.log('OK', await call())
} catch (error) {
  if (!(error instanceof NominaError)) throw error
  console.log(`${error.name}: ${error.message}`)
}
