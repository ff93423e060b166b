// What the benchmark installs for itself: the peers from npm, our release build, the quality meter. Nothing of it is
// part of the product.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { browserPath } from '../e2e/browser.mjs'

export const ROOT = resolve(import.meta.dirname, '..')
export const PEERS = join(ROOT, '.tools/bench')
export const OUT = join(ROOT, 'bench/out')

/** What drives Chromium; a bench without other peers needs no more. */
export const DRIVER = { 'playwright-core': '1.56.0' }

const PACKAGES = {
  sharp: '0.35.5',
  'wasm-vips': '0.0.19',
  '@jsquash/jpeg': '1.6.0',
  '@jsquash/webp': '1.5.0',
  '@jsquash/png': '3.1.1',
  '@jsquash/resize': '2.1.1',
  ...DRIVER,
}

/** The peers of the engine, unless others are named. */
export function installPeers(packages = PACKAGES) {
  mkdirSync(PEERS, { recursive: true })
  mkdirSync(OUT, { recursive: true })
  const installed = (name) => {
    const file = join(PEERS, 'node_modules', name, 'package.json')
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version
  }
  if (Object.entries(packages).every(([name, version]) => installed(name) === version)) return
  console.log('bench: installing the peers')
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', PEERS, ...quiet, ...names], { stdio: 'inherit' })
}

/** A package of the peers' own folder. */
export const peer = (name) => createRequire(join(PEERS, 'package.json'))(name)

/** Builds our side and gives the program's path. `debug` is quicker to build and gives the same bytes. */
export function buildEngine(profile = 'release') {
  const target = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target')
  const release = profile === 'release' ? ['--release'] : []
  const args = ['build', '--quiet', ...release, '--locked', '-p', 'nomina-engine', '--example', 'bench']
  execFileSync('cargo', args, { cwd: ROOT, stdio: 'inherit' })
  return join(target, profile, 'examples/bench')
}

export function buildMeter() {
  const folder = join(ROOT, 'bench/quality')
  const target = join(PEERS, 'quality')
  const env = { ...process.env, CARGO_TARGET_DIR: target }
  execFileSync('cargo', ['build', '--quiet', '--release', '--locked'], { cwd: folder, env, stdio: 'inherit' })
  return join(target, 'release/nomina-bench-quality')
}

/** Chromium, or nothing where it cannot be installed: what needs it is then left out. */
export function findBrowser() {
  try {
    return browserPath()
  } catch {
    return undefined
  }
}
