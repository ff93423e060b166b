// The WordPress plugin in a real WordPress (Debian's package, PHP and MariaDB), against the real server. Run by `make integrations`.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { faultyProxy } from '../../e2e/peers/faulty-proxy.mjs'
import { colours, PROVIDERS, recorder } from '../../e2e/peers/naming.mjs'
import { lacking } from '../../e2e/peers/needs.mjs'
import { startNomina } from '../../e2e/peers/peers.mjs'
import { keyOf } from '../../e2e/peers/programs.mjs'
import { needs, Person, startSite } from './site.mjs'

const openai = PROVIDERS.find(({ id }) => id === 'openai')
const WORDS = { fileName: 'red-fox-in-snow', alternatives: [], altText: 'A red fox in "snow".', keywords: ['fox'] }
const ALL = { 'nomina[rename]': '1', 'nomina[alt]': '1', 'nomina[caption]': '1' }
const skip = lacking(needs())
const options = { skip, timeout: 300_000 }
let nomina, service, proxy, site, ada, key, seed = 20

/** An image that nobody has named. */
const image = () => colours(seed++, 20)
const file = ({ source_url: url }) => url.split('/').pop()
/** What a page of the administration says to a person. */
const notices = (page) => [...page.matchAll(/class=['"]notice[^>]*>\s*<p>(.*?)<\/p>/gs)].map(([, text]) => text.replace(/<[^>]+>/g, '')).join('\n')

before(async () => {
  if (skip) return
  service = await recorder(() => ({ body: openai.says(JSON.stringify(WORDS)) }))
  nomina = await startNomina(openai.env(service.url, 'key-of-the-service'))
  key = await keyOf(nomina)
  proxy = await faultyProxy(nomina.base)
  site = await startSite()
  ada = new Person(site.base)
  await ada.logIn()
})

after(async () => {
  await site?.stop()
  proxy?.stop()
  nomina?.stop()
  service?.stop()
})

test('without settings an upload works as before and a notice says what to do', options, async () => {
  await ada.activate()
  const media = await ada.upload('IMG_1.png', image())
  assert.deepEqual([file(media), media.alt_text, media.title.raw], ['IMG_1.png', '', 'IMG_1'])
  assert.match(notices(await ada.page('upload.php')), /Nomina could not name IMG_1\.png, so it was uploaded as it is\. Enter the address of your Nomina server and an API key/)
  assert.doesNotMatch(notices(await ada.page('upload.php')), /Nomina could not name/, 'it is said once')
})

test('the settings page tries the key and the address when they are saved', options, async () => {
  const saved = (url, secret) => ada.save({ 'nomina[url]': url, 'nomina[key]': secret, ...ALL })
  assert.match(notices(await saved(nomina.base, 'nmn_live_wrong')), /Nomina does not accept the API key\. It may be mistyped, expired or revoked/)
  assert.match(notices(await saved('http://127.0.0.1:9', key)), /The Nomina server at http:\/\/127\.0\.0\.1:9 did not give a complete response/)
  assert.match(notices(await saved(service.url, key)), /did not respond as a Nomina server does/)
  const page = await saved(nomina.base, '')
  assert.match(notices(page), /The connection works\. Names used today: 0\./, 'an empty field keeps the key')
  assert.ok(!page.includes(key), 'the key is not shown')
})

test('an upload gets a name, a title, alt text and a caption', options, async () => {
  const media = await ada.upload('IMG_2.png', image())
  assert.equal(file(media), 'red-fox-in-snow.png')
  assert.deepEqual([media.alt_text, media.caption.raw, media.title.raw], ['A red fox in "snow".', 'A red fox in "snow".', 'Red fox in snow'])
  const second = await ada.media(await ada.uploadInLibrary('IMG_3.png', image()))
  assert.equal(file(second), 'red-fox-in-snow-1.png')
  assert.deepEqual([second.alt_text, second.title.rendered], ['A red fox in "snow".', 'Red fox in snow'])
})

test('what a person writes stays, and other files are not sent', options, async () => {
  const media = await ada.upload('IMG_4.png', image(), { title: 'Mine', alt_text: 'My alt', caption: 'My caption' })
  assert.deepEqual([media.title.raw, media.alt_text, media.caption.raw], ['Mine', 'My alt', 'My caption'])
  const asked = service.requests.length
  assert.equal(file(await ada.upload('notes.txt', 'words')), 'notes.txt')
  assert.equal(service.requests.length, asked)
})

test('with a wrong key, a cut-off response or a spent allowance the file keeps its name', options, async () => {
  const failing = async (name, sentence) => {
    const media = await ada.upload(name, image())
    assert.deepEqual([file(media), media.alt_text], [name, ''])
    assert.match(notices(await ada.page('upload.php')), sentence)
  }
  await ada.save({ 'nomina[url]': proxy.url, 'nomina[key]': '', ...ALL })
  proxy.where = /names$/
  proxy.faults = ['cut', 'full', 'large', 'page']
  await failing('IMG_5.png', /could not name IMG_5\.png, so it was uploaded as it is\. The Nomina server at \S+ did not give a complete response/)
  await failing('IMG_6.png', /could not name IMG_6\.png.*The allowance is used up\./)
  await failing('IMG_7.png', /could not name IMG_7\.png.*The image is too large for the Nomina server\./)
  await failing('IMG_8.png', /could not name IMG_8\.png.*did not respond as a Nomina server does \(status 200\)/)
  await ada.save({ 'nomina[url]': nomina.base, 'nomina[key]': 'nmn_live_wrong', ...ALL })
  await failing('IMG_9.png', /could not name IMG_9\.png.*Nomina does not accept the API key/)
})

test('the plugin leaves no warning in the log of PHP', options, () => {
  const log = join(site.root, 'debug.log')
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter((line) => line.includes('plugins/nomina')) : []
  assert.deepEqual(lines, [])
})
