// An assistant at work: the official client of the Model Context Protocol (npm @modelcontextprotocol/sdk) starts
// `nomina mcp`, lists its tools and tidies a folder.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { picture, PROVIDERS, recorder } from './naming.mjs'
import { load, missingPeers, nominaBinary } from './peers.mjs'

const reason = missingPeers()
const options = { skip: reason ?? false, timeout: 300_000 }

/** With settings of a service, that one names; else none does. */
async function assistant(t, service = null) {
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js')
  const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nomina-mcp-')))
  writeFileSync(join(folder, 'IMG_1 (2).png'), picture())
  writeFileSync(join(folder, 'IMG_7.png'), picture())
  const client = new Client({ name: 'test', version: '1' })
  const args = ['mcp', '--allow', folder, ...(service ? ['--fresh'] : ['--provider', 'none'])]
  const env = { ...process.env, ...service }
  await client.connect(new StdioClientTransport({ command: nominaBinary(), args, env, stderr: 'ignore' }))
  t.after(async () => {
    await client.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const call = async (name, input) => {
    const answer = await client.callTool({ name, arguments: input })
    return { failed: answer.isError, text: answer.content[0].text, ...answer.structuredContent }
  }
  const pictures = () => readdirSync(folder).filter((name) => !name.startsWith('.')).sort()
  return { client, folder, call, pictures }
}

test('the official client finds the tools and their arguments', options, async (t) => {
  const { client } = await assistant(t)
  assert.equal(client.getServerVersion().name, 'nomina')
  const { tools } = await client.listTools()
  assert.deepEqual(tools.map((tool) => tool.name).sort(), ['inspect', 'name', 'process', 'rename', 'undo'])
  assert.equal(tools.find((tool) => tool.name === 'name').annotations.readOnlyHint, true)
  await client.ping()
})

test('a folder is shown, renamed and given its old names back', options, async (t) => {
  const { call, folder, pictures } = await assistant(t)
  const shown = await call('rename', { folder })
  assert.equal(shown.applied, false)
  assert.deepEqual(shown.pictures.map((entry) => entry.name), ['img-1-2.png', 'img-7.png'])
  assert.deepEqual(pictures(), ['IMG_1 (2).png', 'IMG_7.png'], 'showing changes nothing')
  const done = await call('rename', { folder, apply: true, prefix: 'trip' })
  assert.equal(done.renamed, 2, done.text)
  assert.deepEqual(pictures(), ['trip-img-1-2.png', 'trip-img-7.png'])
  const back = await call('undo', { journal: done.journal })
  assert.equal(back.restored, 2, back.text)
  assert.deepEqual(pictures(), ['IMG_1 (2).png', 'IMG_7.png'])
})

test('words are shown, written into the metadata and taken back', options, async (t) => {
  const { says, env } = PROVIDERS.find(({ id }) => id === 'openai')
  const fox = { fileName: 'red-fox', altText: 'A red fox stands in deep snow.', keywords: ['fox', 'snow', 'winter'], alternatives: [] }
  const model = await recorder(() => ({ body: says(JSON.stringify(fox)) }))
  t.after(model.stop)
  const { call, folder, pictures } = await assistant(t, env(model.url, 'sk-mock'))
  const before = readFileSync(join(folder, 'IMG_7.png'))
  const shown = await call('rename', { folder, write: ['title', 'keywords'] })
  assert.deepEqual(shown.pictures[0].write, { title: 'Red fox', keywords: ['fox', 'snow', 'winter'] }, shown.text)
  assert.deepEqual(readFileSync(join(folder, 'IMG_7.png')), before, 'showing changes nothing')
  const done = await call('rename', { folder, apply: true, write: ['title', 'keywords'] })
  assert.deepEqual([done.renamed, done.wordsWritten, done.trouble], [2, 2, []], done.text)
  for (const name of pictures()) assert.match(readFileSync(join(folder, name), 'utf8'), /Red fox/, name)
  const again = await call('rename', { folder, apply: true, write: ['title', 'keywords'] })
  assert.equal(again.applied, false, 'what is there is not written again')
  const back = await call('undo', { journal: done.journal })
  assert.deepEqual([back.restored, back.wordsTakenBack], [2, 2], back.text)
  assert.deepEqual(readFileSync(join(folder, 'IMG_7.png')), before)
  assert.match((await call('rename', { folder, write: ['colour'] })).text, /unknown variant `colour`/)
})

test('images are looked at, named and processed', options, async (t) => {
  const { call, folder } = await assistant(t)
  const seen = await call('inspect', { path: 'IMG_7.png' })
  assert.deepEqual([seen.inspection.format, seen.inspection.width], ['png', 8])
  const named = await call('name', { paths: [folder] })
  assert.deepEqual(named.pictures.map((entry) => entry.name), ['img-1-2', 'img-7'])
  const recipe = { convertFormat: true, outputFormat: 'webp' }
  const made = await call('process', { input: folder, output: join(folder, 'out'), recipe })
  const visible = readdirSync(join(folder, 'out')).filter((name) => !name.startsWith('.'))
  assert.deepEqual(visible.sort(), ['IMG_1 (2).webp', 'IMG_7.webp'], made.text)
  const again = await call('process', { input: folder, output: join(folder, 'out'), recipe })
  assert.ok(again.pictures.every((entry) => entry.error), 'nothing is overwritten')
})

test('what is wrong is said in words, and nothing outside the allowed folder is reached', options, async (t) => {
  const { client, call } = await assistant(t)
  for (const path of ['/etc/passwd', '../..', 'nothing.png']) assert.ok((await call('inspect', { path })).failed, path)
  assert.match((await call('rename', { folder: '/' })).text, /outside the allowed folders/)
  assert.match((await call('process', { input: 'IMG_7.png', output: '/tmp/x.png' })).text, /outside the allowed folders/)
  assert.match((await call('rename', { folder: '.', aply: true })).text, /unknown field `aply`/)
  await assert.rejects(client.callTool({ name: 'format_disk', arguments: {} }), /no tool/)
})
