// What a test needs and this machine may lack. NOMINA_REQUIRE=postgres,haproxy,... makes a lack a failure, as for the Rust tests.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const REQUIRED = new Set((process.env.NOMINA_REQUIRE ?? '').split(',').map((name) => name.trim()))
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

const found = (name) => FOLDERS.map((folder) => join(folder, name)).find(existsSync)

function run(program, args) {
  const asRoot = process.getuid?.() === 0 ? [program, ...args] : ['sudo', '-n', program, ...args]
  return spawnSync(asRoot[0], asRoot.slice(1), { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
}

/** A program of the system, from Debian's package when it is not there and may be installed. */
export function program(name, debian = name) {
  if (!found(name) && found('apt-get')) {
    const install = ['install', '-yq', '--no-install-recommends', debian]
    run('apt-get', install) || (run('apt-get', ['update', '-q']) && run('apt-get', install))
  }
  return found(name) ?? null
}

/** The library of Debian's faketime, which gives a program another clock. */
export function faketime() {
  if (!program('faketime')) return null
  const folders = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))]
  return folders.map((folder) => join(folder, 'faketime/libfaketime.so.1')).find(existsSync)
}

/** Why a test is passed over, for `skip`; false when nothing is missing. */
export function lacking(needs) {
  const missing = Object.entries(needs).filter(([, there]) => !there).map(([name]) => name)
  const demanded = missing.filter((name) => REQUIRED.has(name))
  if (demanded.length) throw new Error(`NOMINA_REQUIRE names ${demanded.join(', ')}, and this machine has none`)
  return missing.length ? `not on this machine: ${missing.join(', ')}` : false
}
