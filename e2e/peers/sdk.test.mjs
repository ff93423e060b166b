// Our SDKs as people get them (wheel and npm tarball) against the real server: their examples, their types, and what they say when a
// response is cut off, the key is wrong, or the server refuses.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { faultyProxy } from './faulty-proxy.mjs'
import { picture } from './naming.mjs'
import { nominaBinary, ROOT, startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'
import { PACKAGES, pythonWith } from './python.mjs'

const CLIENTS = join(import.meta.dirname, 'clients')
const python = pythonWith(PACKAGES.sdk)
const options = { skip: python ? false : 'Python packages cannot be installed', timeout: 300_000 }
const folder = mkdtempSync(join(tmpdir(), 'nomina-sdk-'))
let nomina, proxy, key, wheel

/** Runs a program beside the proxy, which lives in this process. */
function run(program, args, env = {}) {
  const settings = { ...process.env, NOMINA_URL: nomina.base, NOMINA_KEY: key, PYTHONPATH: wheel, PYTHONDONTWRITEBYTECODE: '1', ...env }
  const child = spawn(program, args, { cwd: folder, env: settings })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((ended) => child.once('exit', (status) => ended({ status, output })))
}

before(async () => {
  if (!python) return
  execFileSync(join(ROOT, 'scripts/sdk'), [folder], { env: { ...process.env, SDK_PYTHON: python } })
  const built = (end) => join(folder, readdirSync(folder).find((name) => name.endsWith(end)))
  wheel = built('.whl')
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', built('.tgz')], { cwd: folder })
  writeFileSync(join(folder, 'IMG_2041.png'), picture())
  copyFileSync(join(CLIENTS, 'call.mjs'), join(folder, 'call.mjs'))
  cpSync(join(ROOT, 'sdk/js/examples'), join(folder, 'examples'), { recursive: true })
  nomina = await startNomina({ AI_PROVIDER: 'none', MAX_BATCH_MB: '1' })
  key = await keyOf(nomina)
  proxy = await faultyProxy(nomina.base)
})

after(() => {
  proxy?.stop()
  nomina?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const CALLS = {
  python: (what) => [python, [join(CLIENTS, 'call.py'), what]],
  javascript: (what) => [process.execPath, ['call.mjs', what]],
}
const PLAIN = [['python', 'name'], ['javascript', 'name']]
const KINDS = [...PLAIN, ['python', 'async-name']]
const BATCHES = [['python', 'batch'], ['python', 'async-batch'], ['javascript', 'batch']]

/** What each client says to the same faults. */
async function saidBy(faults, env = {}, what = KINDS, where = /./) {
  const said = []
  for (const [language, call] of what) {
    Object.assign(proxy, { faults: [...faults], where })
    proxy.seen.length = 0
    const [program, args] = CALLS[language](call)
    const { output } = await run(program, [...args, 'IMG_2041.png'], { NOMINA_URL: proxy.url, ...env })
    said.push({ who: `${language} ${call}`, output, seen: [...proxy.seen] })
  }
  return said
}

test('the examples of both SDKs run as they are written', options, async () => {
  const examples = join(ROOT, 'sdk/python/examples')
  const name = /IMG_2041\.png -> img-2041/
  for (const [program, args, says] of [
    [python, [join(examples, 'name_images.py'), 'IMG_2041.png'], name],
    [python, [join(examples, 'name_many.py'), 'IMG_2041.png', 'IMG_2041.png'], name],
    [python, [join(examples, 'process_batch.py'), 'python.zip', 'IMG_2041.png'], /1 of 1[^]*IMG_2041\.png -> IMG_2041\.webp[^]*saved as python\.zip/],
    [process.execPath, ['examples/name-images.mjs', 'IMG_2041.png'], name],
    [process.execPath, ['examples/process-batch.mjs', 'node.zip', 'IMG_2041.png'], /1 of 1[^]*IMG_2041\.png -> IMG_2041\.webp[^]*saved as node\.zip/],
  ]) {
    const { status, output } = await run(program, args)
    assert.equal(status, 0, output)
    assert.match(output, says)
  }
  for (const zip of ['python.zip', 'node.zip']) {
    assert.equal(readFileSync(join(folder, zip)).toString('latin1', 0, 2), 'PK')
    rmSync(join(folder, zip))
  }
})

test('a response that is cut off is asked for again with the same Idempotency-Key', options, async () => {
  for (const { who, output, seen } of await saidBy(['cut'])) {
    assert.match(output, /^OK img-2041/, who)
    assert.equal(seen.length, 2, who)
    assert.ok(seen[0].key && seen[0].key === seen[1].key, who)
  }
})

test('a response that is cut off every time is an error of its own, and leaves no file', options, async () => {
  for (const { who, output, seen } of await saidBy(['cut', 'cut', 'cut'])) {
    assert.match(output, /^IncompleteResponseError: The response of .* was cut off/, who)
    assert.equal(seen.length, 3, who)
  }
  for (const { who, output } of await saidBy(['short', 'short', 'short'], {}, PLAIN)) assert.match(output, /^IncompleteResponseError/, who)
  for (const [language, call] of BATCHES) {
    const [{ output, seen }] = await saidBy(['cut', 'cut', 'cut'], {}, [[language, call]], /\/result$/)
    assert.match(output, /^IncompleteResponseError/, call)
    assert.equal(seen.filter(({ url }) => url.endsWith('/result')).length, 3, call)
    assert.deepEqual(readdirSync(folder).filter((name) => name.includes('.zip')), [], call)
  }
  for (const { who, output } of await saidBy(['cut'], {}, BATCHES, /\/result$/)) assert.match(output, /^OK .*\.zip/, who)
})

test('a wrong key, 429, 413 and a page of somebody else are each an error with a sentence', options, async () => {
  const wrong = await saidBy([], { NOMINA_KEY: 'nmn_live_wrong' }, PLAIN)
  for (const { who, output } of wrong) assert.match(output, /^AuthenticationError: This API key is not valid/, who)
  for (const { who, output } of await saidBy([], { NOMINA_KEY: '' }, PLAIN)) assert.match(output, /^NominaError: No API key: .* NOMINA_KEY/, who)
  for (const { who, output, seen } of await saidBy(['busy'], {}, PLAIN)) {
    assert.match(output, /^OK img-2041/, who)
    assert.equal(seen.length, 2, who)
  }
  for (const { who, output, seen } of await saidBy(['full'], {}, PLAIN)) {
    assert.match(output, /^RateLimitError: The allowance is used up/, who)
    assert.equal(seen.length, 1, who)
  }
  for (const { who, output } of await saidBy(['large'], {}, PLAIN)) assert.match(output, /^TooLargeError: The server responded with status 413/, who)
  for (const { who, output } of await saidBy(['page'], {}, PLAIN)) assert.match(output, /^UnexpectedResponseError: .*Check the address/, who)
  const nobody = await saidBy([], { NOMINA_URL: 'http://127.0.0.1:9' }, PLAIN)
  for (const { who, output } of nobody) assert.match(output, /^ConnectionFailedError: .*cannot be reached/, who)
})

test('a batch above the limit of the real server is refused with its sentence', options, async () => {
  writeFileSync(join(folder, 'large.png'), Buffer.concat([picture(), Buffer.alloc(2 << 20)]))
  for (const [language, call] of BATCHES) {
    const [program, args] = CALLS[language](call)
    const { output } = await run(program, [...args, 'large.png'])
    assert.match(output, /^TooLargeError: A batch may have 1 MB\. Send it in parts\./, call)
  }
})

test('the types of both SDKs hold, and fit the OpenAPI document', options, async () => {
  const mypy = await run(join(dirname(python), 'mypy'), ['--strict', '--cache-dir', join(folder, '.mypy'), '--python-executable', python, join(ROOT, 'sdk/python/src/nomina_client')], { PYTHONPATH: '' })
  assert.equal(mypy.status, 0, mypy.output)
  const bin = (name) => join(ROOT, 'web/node_modules/.bin', name)
  if (!existsSync(bin('openapi-typescript'))) assert.fail('web/node_modules is not installed: run make setup')
  writeFileSync(join(folder, 'openapi.json'), execFileSync(nominaBinary(), ['openapi'], { maxBuffer: 1 << 26 }))
  const made = await run(bin('openapi-typescript'), ['openapi.json', '--output', 'schema.d.ts'])
  assert.equal(made.status, 0, made.output)
  copyFileSync(join(CLIENTS, 'sdk-types.ts'), join(folder, 'sdk-types.ts'))
  const tsc = await run(bin('tsc'), ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', 'sdk-types.ts'])
  assert.equal(tsc.status, 0, tsc.output)
})
