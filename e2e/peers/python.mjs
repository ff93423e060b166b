// Python packages for tests, in a folder of their own under .tools.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './peers.mjs'

/** What the tests use, by what it is for. */
export const PACKAGES = {
  contract: ['schemathesis==4.32.5'],
  examples: ['requests==2.32.5'],
  generators: ['openapi-spec-validator==0.9.0', 'openapi-python-client==0.29.1'],
  sdk: ['httpx==0.28.1', 'mypy==1.19.0', 'setuptools==80.9.0'],
  operations: ['prometheus-client==0.23.1', 'cyclonedx-python-lib[json-validation]==11.12.0', 'PyYAML==6.0.2'],
}

/** The pip that `scripts/setup` has made: one in every environment takes as long as the packages. */
const PIP = join(ROOT, '.tools/venv/bin/python')
const INTO = ['-m', 'pip', '--disable-pip-version-check', '--python']

/** The interpreter of an environment with these packages, or nothing where they cannot be installed. */
export function pythonWith(packages) {
  const name = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8)
  const folder = join(ROOT, '.tools', `python-${name}`)
  const python = join(folder, 'bin/python')
  if (existsSync(join(folder, 'whole'))) return python
  rmSync(folder, { recursive: true, force: true })
  const made = spawnSync('python3', ['-m', 'venv', '--without-pip', folder])
  const installed = made.status === 0 && spawnSync(PIP, [...INTO, python, 'install', '-q', '--no-compile', ...packages]).status === 0
  if (installed) mkdirSync(join(folder, 'whole'))
  return installed ? python : null
}
