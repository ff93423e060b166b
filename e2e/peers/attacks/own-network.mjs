// A network of one's own for a program and what attacks it: nothing outside can be reached, every address of IPv4 and IPv6 leads to this
// machine's own loopback, so that one listener hears whatever is contacted, and names are resolved by whoever answers on port 53.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '../needs.mjs'

const UNSHARE = ['--net', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]
const SETUP = [
  'ip link set lo up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  'mount --bind "$1/resolv.conf" /etc/resolv.conf',
  '{ [ ! -e /etc/nsswitch.conf ] || mount --bind "$1/nsswitch.conf" /etc/nsswitch.conf; }',
].join(' && ')

function settings() {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-network-'))
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\nsearch attack.test\n')
  // No other service of this machine may answer for a name.
  writeFileSync(join(folder, 'nsswitch.conf'), 'hosts: files dns\n')
  return folder
}

const args = (folder, script) => [...UNSHARE, 'sh', '-c', `${SETUP} && ${script}`, 'sh', folder]

/** Whether this machine lets us have such a network. */
export function hasOwnNetwork() {
  if (process.platform !== 'linux' || !existsSync('/etc/resolv.conf')) return false
  if (!program('unshare', 'util-linux') || !program('ip', 'iproute2')) return false
  const folder = settings()
  const { status } = spawnSync('unshare', args(folder, 'true'))
  rmSync(folder, { recursive: true, force: true })
  return status === 0
}

/** Runs a file of ours in such a network. What it prints at last, as JSON, is what it found. */
export async function inOwnNetwork(file) {
  const folder = settings()
  const child = spawn('unshare', args(folder, 'exec "$2" "$3"').concat(process.execPath, file), { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  const status = await new Promise((ended) => child.once('close', ended))
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${output}`)
  return JSON.parse(output.trim().split('\n').at(-1))
}
