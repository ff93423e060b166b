// The GitHub Action's script in a scratch repository, with the real program and a naming service of our own.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { colours, PROVIDERS, recorder } from './naming.mjs'
import { nominaBinary, ROOT } from './peers.mjs'

const openai = PROVIDERS.find(({ id }) => id === 'openai')
const WORDS = { fileName: 'red-fox', alternatives: [], altText: 'A red fox.', keywords: ['fox'] }
const options = { timeout: 120_000 }
const folder = mkdtempSync(join(tmpdir(), 'nomina-action-'))
const repository = join(folder, 'work')
let service

const git = (...args) => execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: repository, encoding: 'utf8' }).trim()
const read = (path) => readFileSync(join(repository, path), 'utf8')

function write(files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), content)
  }
}

function commit(files) {
  write(files)
  git('add', '--all')
  git('commit', '-q', '-m', 'Change')
}

/** Runs the script as the action does. */
function act(inputs = {}) {
  const env = {
    ...process.env,
    ...openai.env(service.url, 'key-of-the-service'),
    NOMINA_BINARY: nominaBinary(),
    XDG_CACHE_HOME: join(folder, 'cache'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    GITHUB_HEAD_REF: 'feature',
    PYTHONDONTWRITEBYTECODE: '1',
    ...{ INPUT_BASE: 'main', INPUT_RENAME: 'true', INPUT_COMPRESS: 'true', INPUT_QUALITY: '0.5', INPUT_ALT_TEXT: 'alt-text.json', INPUT_COMMIT: 'true' },
    ...inputs,
  }
  rmSync(env.GITHUB_OUTPUT, { force: true })
  const child = spawn('python3', [join(ROOT, 'deploy/action/images.py')], { cwd: repository, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((ended) => child.once('exit', (status) => ended({ status, output })))
}

before(async () => {
  service = await recorder(() => ({ body: openai.says(JSON.stringify(WORDS)) }))
  execFileSync('git', ['init', '-q', '--bare', join(folder, 'origin.git')])
  mkdirSync(repository)
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', join(folder, 'origin.git'))
  commit({ 'img/OLD_0001.png': colours(40, 40), 'copies/IMG_7.png': colours(30, 30), 'index.html': '<img src="img/OLD_0001.png">\n' })
  git('push', '-q', 'origin', 'main')
  git('checkout', '-q', '-b', 'feature')
  commit({
    'img/IMG_0001.png': colours(60, 60),
    'img/IMG 0002.png': colours(64, 64),
    'img/IMG_7.png': colours(50, 50),
    'img/broken.jpg': 'no image',
    'docs/a.md': '![](../img/IMG_0001.png) ![Mine](../img/IMG_0001.png)\n![](<x>) ![](../img/IMG%200002.png)\nNOT_IMG_0001.png\n',
  })
})

after(() => {
  service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a missing program, an unknown base and a wrong input are said and change nothing', options, async () => {
  const head = git('rev-parse', 'HEAD')
  for (const [inputs, sentence] of [
    [{ NOMINA_BINARY: '/nowhere/nomina' }, /::error title=Nomina::There is no program '\/nowhere\/nomina'\. Download/],
    [{ INPUT_BASE: 'nowhere' }, /The base 'nowhere' is not in this checkout\. Use actions\/checkout with 'fetch-depth: 0'/],
    [{ INPUT_BASE: '' }, /There is no base to compare with/],
    [{ INPUT_QUALITY: '85' }, /The input quality must be a number from 0\.1 to 1/],
    [{ INPUT_RENAME: 'yes' }, /The input rename must be true or false, not 'yes'/],
  ]) {
    const { status, output } = await act(inputs)
    assert.equal(status, 1, output)
    assert.match(output, sentence)
    assert.deepEqual([git('status', '--porcelain'), git('rev-parse', 'HEAD')], ['', head])
  }
  write({ 'left.txt': 'x' })
  assert.match((await act()).output, /changes that are not committed/)
  rmSync(join(repository, 'left.txt'))
})

test('a wrong key is said and nothing is renamed, compressed or committed', options, async () => {
  const refusing = await recorder(() => ({ status: 401, body: { error: { message: 'Incorrect API key provided.' } } }))
  const head = git('rev-parse', 'HEAD')
  const { status, output } = await act({ ...openai.env(refusing.url, 'wrong-key'), AI_RETRIES: '0' })
  refusing.stop()
  assert.equal(status, 1, output)
  assert.match(output, /::error title=Nomina::The naming service named no image, so nothing was changed\. .*401 - Incorrect API key provided\./)
  assert.ok(!output.includes('wrong-key'), 'the key is not shown')
  assert.deepEqual([git('status', '--porcelain'), git('rev-parse', 'HEAD')], ['', head])
})

test('added images are renamed with their references, compressed and described, and pushed', options, async () => {
  const before = statSync(join(repository, 'img/IMG_0001.png')).size
  const { status, output } = await act()
  assert.equal(status, 0, output)
  assert.match(output, /::warning file=img\/broken\.jpg,title=Nomina::This image got no name/)
  assert.match(output, /::notice file=img\/IMG_7\.png,title=Nomina::Not renamed: another file has the same name/)
  const files = git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')
  const pair = files.filter((path) => path.startsWith('img/red-fox'))
  assert.equal(pair.length, 2, files.join())
  for (const kept of ['img/OLD_0001.png', 'copies/IMG_7.png', 'img/IMG_7.png', 'img/broken.jpg']) assert.ok(files.includes(kept), kept)
  const text = read('docs/a.md')
  assert.match(text, /^!\[A red fox\.\]\(\.\.\/img\/red-fox[-\w]*\.png\) !\[Mine\]\(\.\.\/img\/red-fox[-\w]*\.png\)\n/)
  assert.match(text, /!\[A red fox\.\]\(\.\.\/img\/red-fox[-\w]*\.png\)\nNOT_IMG_0001\.png\n$/)
  assert.equal(read('img/broken.jpg'), 'no image')
  const alt = JSON.parse(read('alt-text.json'))
  assert.deepEqual(Object.keys(alt).sort(), ['img/IMG_7.png', ...pair].sort())
  assert.deepEqual(alt[pair[0]], { alt: 'A red fox.', keywords: ['fox'] })
  const renamed = /\.\.\/(img\/red-fox[-\w]*\.png)/.exec(text)[1]
  assert.ok(statSync(join(repository, renamed)).size < before, 'it is smaller')
  assert.match(readFileSync(join(folder, 'output'), 'utf8'), /^changed=3\n$/)
  assert.equal(git('rev-parse', 'HEAD'), git('ls-remote', 'origin', 'feature').split('\t')[0], 'it is pushed')
  assert.equal(git('status', '--porcelain'), '')
})

test('a second run changes nothing, and does not compress again', options, async () => {
  const head = git('rev-parse', 'HEAD')
  const { status, output } = await act()
  assert.equal(status, 0, output)
  assert.equal(git('rev-parse', 'HEAD'), head)
  assert.match(readFileSync(join(folder, 'output'), 'utf8'), /^changed=0\n$/)
})

test('an alt text file that is not JSON stops it before the commit', options, async () => {
  commit({ 'img/IMG_0009.png': colours(70, 70), 'alt.json': '{"a":' })
  const head = git('rev-parse', 'HEAD')
  const { status, output } = await act({ INPUT_ALT_TEXT: 'alt.json' })
  assert.equal(status, 1, output)
  assert.match(output, /alt\.json is not JSON\. Mend or delete it/)
  assert.equal(git('rev-parse', 'HEAD'), head)
  assert.equal(read('alt.json'), '{"a":')
})
