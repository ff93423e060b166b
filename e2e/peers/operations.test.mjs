// What operators get, read by the programs it is for: the page of metrics by Prometheus' own parser (PyPI prometheus-client), with the
// dashboard that draws it, and the list of parts held against CycloneDX' own schema (PyPI cyclonedx-python-lib).
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lacking } from './needs.mjs'
import { freePort, nominaBinary, ROOT, startNomina } from './peers.mjs'
import { PACKAGES, pythonWith } from './python.mjs'

const PARSE = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
print(json.dumps(sorted({sample.name for family in parse(sys.stdin.read()) for sample in family.samples})))
`
const VALIDATE = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
print(JsonStrictValidator(SchemaVersion.V1_5).validate_str(sys.stdin.read()))
`
const python = pythonWith(PACKAGES.operations)

test('the metrics are what Prometheus reads, and the dashboard asks for nothing else', { skip: lacking({ python }), timeout: 300_000 }, async (t) => {
  const port = await freePort()
  const nomina = await startNomina({ ADMIN_LISTEN: `127.0.0.1:${port}` })
  t.after(nomina.stop)
  await fetch(`${nomina.base}/api/v1/plans`)
  assert.equal((await fetch(`${nomina.base}/metrics`)).status, 404, 'people do not see them')
  const image = new Blob([readFileSync(join(ROOT, 'docs/screenshot.png'))], { type: 'image/png' })
  const form = new FormData()
  form.append('image', image, 'a.png')
  form.append('originalName', 'a.png')
  await fetch(`${nomina.base}/api/v1/ai/suggest-name`, { method: 'POST', body: form })

  const page = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.match(page.headers.get('content-type'), /^application\/openmetrics-text/)
  const names = JSON.parse(execFileSync(python, ['-c', PARSE], { input: await page.text(), encoding: 'utf8' }))
  for (const name of ['nomina_http_requests_total', 'nomina_http_request_duration_seconds_bucket', 'nomina_resident_memory_bytes']) {
    assert.ok(names.includes(name), `${name} is not among ${names}`)
  }
  // Families without a value yet are not on the page.
  const known = new Set([...names, 'nomina_tasks', 'nomina_naming_calls_total'])
  const dashboard = readFileSync(join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8')
  const asked = new Set(dashboard.match(/nomina_[a-z_]+/g))
  assert.ok(asked.size > 8, `${[...asked]}`)
  assert.deepEqual([...asked].filter((name) => !known.has(name)), [])
  for (const path of ['healthz', 'readyz']) assert.equal((await fetch(`http://127.0.0.1:${port}/${path}`)).status, 200)
})

test('the list of parts is valid and holds what is linked', { skip: lacking({ python }), timeout: 300_000 }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-sbom-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'nomina.cdx.json')
  execFileSync('python3', [join(ROOT, 'scripts/sbom.py'), file])
  const text = readFileSync(file, 'utf8')
  assert.equal(execFileSync(python, ['-c', VALIDATE], { input: text, encoding: 'utf8' }).trim(), 'None')
  const purls = JSON.parse(text).components.map((part) => part.purl)
  for (const part of ['pkg:cargo/axum@', 'pkg:cargo/sqlx@', 'pkg:cargo/ring@', 'pkg:npm/react@', 'pkg:npm/%40mantine/core@']) {
    assert.ok(purls.some((purl) => purl.startsWith(part)), part)
  }
  assert.ok(!purls.some((purl) => /npm\/(vitest|playwright)@/.test(purl)), 'tools are no parts')
})

test('the files for compose and Kubernetes can be read, and name only settings that exist', { skip: lacking({ python }), timeout: 300_000 }, () => {
  const read = (file) => JSON.parse(execFileSync(python, ['-c', 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))'], { input: readFileSync(join(ROOT, 'deploy', file), 'utf8'), encoding: 'utf8' }))
  const [compose] = read('compose.yaml')
  const manifests = read('kubernetes.yaml')
  assert.deepEqual(manifests.map(({ kind }) => kind), ['ConfigMap', 'Deployment', 'Deployment', 'Deployment', 'Service', 'Service', 'PodDisruptionBudget', 'Ingress'])
  const [kustomization] = read('kustomization.yaml')
  assert.deepEqual(kustomization.resources, ['kubernetes.yaml'])
  const images = [...Object.values(compose.services), ...manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])].map(({ image }) => image)
  assert.deepEqual(images.filter((image) => !/:\D*\d+\.\d+|:RELEASE\./.test(image)), [], 'every image has a version')
  const help = execFileSync(nominaBinary(), ['serve', '--help'], { encoding: 'utf8' })
  const used = [...Object.keys(compose.services.one.environment), ...Object.keys(manifests[0].data)]
  assert.deepEqual(used.filter((name) => !new RegExp(`\\[env: ${name}[=\\]]`).test(help)), [])
})

test('every test that docs/security.md names is there', () => {
  const folders = ['crates', 'fuzz/tests', 'e2e/peers', 'e2e/tests']
  const sources = folders.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(ROOT, folder, name)).filter((path) => /\.(rs|mjs|ts)$/.test(path)))
  const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('\n').filter((line) => /^\| \d/.test(line))
  const named = rows.flatMap((row) => [...row.split('|')[3].matchAll(/`([^`]+)`/g)].map(([, name]) => name)).filter((name) => /^[a-z]+_[a-z_]+$|^[a-z]+ .* /.test(name))
  assert.ok(named.length > 60, `${named.length} names`)
  assert.deepEqual(named.filter((name) => !text.includes(name)), [])
})
