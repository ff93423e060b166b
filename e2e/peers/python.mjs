// Python packages for tests, in a folder of their own under .tools.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './peers.mjs'

/** The interpreter of an environment with these packages, or nothing where they cannot be installed. */
export function pythonWith(packages) {
  const name = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8)
  const folder = join(ROOT, '.tools', `python-${name}`)
  const python = join(folder, 'bin/python')
  if (existsSync(join(folder, 'whole'))) return python
  rmSync(folder, { recursive: true, force: true })
  const made = spawnSync('python3', ['-m', 'venv', folder])
  const installed = made.status === 0 && spawnSync(python, ['-m', 'pip', 'install', '-q', ...packages]).status === 0
  if (installed) mkdirSync(join(folder, 'whole'))
  return installed ? python : null
}
