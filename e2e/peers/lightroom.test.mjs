// The Lightroom plug-in under Lua 5.1 with the real program. Lightroom's own calls are stand-ins (integrations/lightroom/test/sdk.lua).
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { colours, PROVIDERS, recorder } from './naming.mjs'
import { lacking, program } from './needs.mjs'
import { nominaBinary, ROOT } from './peers.mjs'

const PLUGIN = join(ROOT, 'integrations/lightroom')
const openai = PROVIDERS.find(({ id }) => id === 'openai')
const lua = program('lua5.1')
const options = { skip: lacking({ lua }), timeout: 120_000 }

/** Lines of the menu item over these files. */
function nameThem(env, ...args) {
  const child = spawn(lua, [join(PLUGIN, 'test/run.lua'), PLUGIN, ...args], { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((ended) => child.once('exit', (status) => ended(status === 0 ? output.trim().split('\n').map((line) => line.split('\t')) : assert.fail(output))))
}

test('JSON is read, arguments are quoted and long lists are split', options, () => {
  assert.equal(execFileSync(lua, [join(PLUGIN, 'test/units.lua'), PLUGIN], { encoding: 'utf8' }), 'ok\n')
})

test('selected photos get a title, a caption, alt text and keywords, and a broken one is listed', options, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "nomina light'room-"))
  const service = await recorder(() => ({ body: openai.says(JSON.stringify({ fileName: 'red-fox', alternatives: [], altText: 'A "red" fox.', keywords: ['fox', 'snow'] })) }))
  t.after(() => (service.stop(), rmSync(folder, { recursive: true })))
  const path = (name) => join(folder, name)
  writeFileSync(path('IMG $1.png'), colours(20, 20))
  writeFileSync(path('IMG_2.png'), colours(24, 20))
  writeFileSync(path('broken.jpg'), 'no image')
  const env = { ...openai.env(service.url, 'key-of-the-service'), XDG_CACHE_HOME: path('cache') }
  const lines = await nameThem(env, nominaBinary(), path('IMG $1.png'), path('IMG_2.png'), path('broken.jpg'))
  assert.deepEqual(lines[0].slice(0, 3), ['message', 'warning', '2 photos were described.'])
  assert.match(lines[0][3], /^\S* ?light'room-\w+\/broken\.jpg: |broken\.jpg: This is not/)
  assert.deepEqual(lines[1], ['photo', 'IMG $1.png', 'Red fox', 'A "red" fox.', 'A "red" fox.', '2'])
  // The second has a title of its own, and a Lightroom without the field for alt text.
  assert.deepEqual(lines[2], ['photo', 'IMG_2.png', 'Mine', 'A "red" fox.', '-', '2'])
  assert.deepEqual(lines[3], ['photo', 'broken.jpg', '-', '-', '-', '0'])
})

test('a wrong key is a sentence at each photo and writes nothing', options, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-lightroom-'))
  const service = await recorder(() => ({ status: 401, body: { error: { message: 'Incorrect API key provided.' } } }))
  t.after(() => (service.stop(), rmSync(folder, { recursive: true })))
  const image = join(folder, 'IMG_1.png')
  writeFileSync(image, colours(20, 20))
  const env = { ...openai.env(service.url, 'wrong-key'), AI_RETRIES: '0', XDG_CACHE_HOME: join(folder, 'cache') }
  const [message, photo] = await nameThem(env, nominaBinary(), image)
  assert.deepEqual(message.slice(0, 3), ['message', 'warning', '0 photos were described.'])
  assert.match(message[3], /IMG_1\.png: AI processing failed: OpenAI API error: 401 - Incorrect API key provided\.$/)
  assert.ok(!message[3].includes('wrong-key'))
  assert.deepEqual(photo, ['photo', 'IMG_1.png', '-', '-', '-', '0'], 'the old file name is no title')
})

test('no program, and one that fails or writes nonsense, are each a sentence and change nothing', options, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-lightroom-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const image = join(folder, 'a.png')
  writeFileSync(image, colours(20, 20))
  const script = (text) => {
    const path = join(folder, `program-${text.length}`)
    writeFileSync(path, `#!/bin/sh\n${text}\n`)
    chmodSync(path, 0o755)
    return path
  }
  for (const [place, title, says] of [
    ['/nowhere/nomina', 'Nomina cannot start', /^There is no program at \/nowhere\/nomina\. Choose it in the Plug-in Manager/],
    [script('echo "No key for the service." >&2; exit 2'), 'Nomina could not look at the photos', /^nomina ended with code 2\. No key for the service\.$/],
    [script('printf \'{"file":"a.png","det\''), 'Nomina could not look at the photos', /^The output of nomina cannot be read/],
  ]) {
    const [message, photo] = await nameThem({}, place, image)
    assert.deepEqual(message.slice(0, 3), ['message', 'critical', title])
    assert.match(message[3], says)
    assert.deepEqual(photo, ['photo', 'a.png', '-', '-', '-', '0'])
  }
})
