// The packages for pip and npm, installed by pip and npm: each starts the program with its arguments and exit code. The program
// is a small stand-in here; `make dist` packs the real ones.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './peers.mjs'

const TARGET = { x64: 'x86_64-unknown-linux-musl', arm64: 'aarch64-unknown-linux-musl' }[process.arch]
const options = { skip: process.platform === 'linux' && TARGET ? false : 'packages are tested on Linux', timeout: 120_000 }
const PROGRAM = '#!/bin/sh\necho "program: $*"\ncat\nexit 3\n'

function packed(t, targets) {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-packages-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'program'), PROGRAM)
  chmodSync(join(folder, 'program'), 0o755)
  const pairs = targets.map((target) => `${target}=${join(folder, 'program')}`)
  execFileSync('python3', [join(ROOT, 'scripts/packages.py'), '9.8.7', join(folder, 'out'), ...pairs])
  return folder
}

function runs(program, args, cwd) {
  const run = spawnSync(program, [...args, 'name', 'a b.jpg'], { cwd, input: 'piped', encoding: 'utf8' })
  assert.deepEqual([run.status, run.stdout], [3, 'program: name a b.jpg\npiped'], run.stderr)
}

test('the wheel of this machine is installed by pip and runs', options, (t) => {
  const folder = packed(t, [TARGET])
  execFileSync('python3', ['-m', 'venv', '--without-pip', join(folder, 'venv')])
  const pip = [join(ROOT, '.tools/venv/bin/python'), ['-m', 'pip', '--disable-pip-version-check', '--python', join(folder, 'venv/bin/python')]]
  execFileSync(pip[0], [...pip[1], 'install', '-q', '--no-index', '--find-links', join(folder, 'out'), 'nomina==9.8.7'])
  runs(join(folder, 'venv/bin/nomina'), [])
})

test('npm installs the program of this machine, and its launcher starts it', options, (t) => {
  const folder = packed(t, ['x86_64-unknown-linux-musl', 'aarch64-unknown-linux-musl'])
  const out = join(folder, 'out')
  assert.equal(readdirSync(out).filter((name) => name.endsWith('.tgz')).length, 3)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const npm = (...args) => execFileSync('npm', [...args, '--no-audit', '--no-fund', '--offline', '--loglevel=error'], { cwd: folder, stdio: 'pipe' })
  npm('install', '--omit=optional', join(out, 'nomina-9.8.7.tgz'))
  const without = spawnSync('node_modules/.bin/nomina', ['--version'], { cwd: folder, encoding: 'utf8' })
  assert.equal(without.status, 1)
  assert.match(without.stderr, /there is no program for linux/)
  npm('install', '--omit=optional', join(out, 'nomina-9.8.7.tgz'), join(out, `nomina-linux-${process.arch}-9.8.7.tgz`))
  runs('node_modules/.bin/nomina', [], folder)
})

test('the same program gives the same packages, and an unknown machine is refused', options, (t) => {
  const [one, two] = [packed(t, [TARGET]), packed(t, [TARGET])].map((folder) => join(folder, 'out'))
  for (const name of readdirSync(one)) assert.ok(readFileSync(join(one, name)).equals(readFileSync(join(two, name))), name)
  const run = spawnSync('python3', [join(ROOT, 'scripts/packages.py'), '1.0.0', one, 'sparc=/bin/sh'], { encoding: 'utf8' })
  assert.deepEqual([run.status, run.stderr], [1, 'No packages are made for sparc; known are aarch64-apple-darwin, aarch64-unknown-linux-musl, x86_64-apple-darwin, x86_64-unknown-linux-musl.\n'])
})
