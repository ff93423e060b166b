// `scripts/scan`: programs that look for holes, let loose on the real binary: sqlmap (Debian) on every parameter that reaches SQL, and
// wapiti (PyPI) on the pages and on every endpoint of the OpenAPI document, signed in. Fails when either finds something.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mailboxPath, mailsPath } from '../e2e/account.mjs'
import { Replica } from '../e2e/peers/cluster.mjs'
import { token } from '../e2e/peers/load.mjs'
import { program } from '../e2e/peers/needs.mjs'
import { pythonWith } from '../e2e/peers/python.mjs'

const SECONDS = Number(process.env.SCAN_SECONDS ?? 600)
// Its others look for known products, or ask hosts outside.
const MODULES = 'backup,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,ldap,methods,permanentxss,redirect,shellshock,sql,ssrf,upload,xss,xxe'
const QUERIES = [
  '/api/v1/batches?q=a&sort=newest&limit=5&offset=0',
  '/api/v1/jobs?limit=5&offset=0&status=active',
  '/api/v1/templates?q=a',
]
const BODIES = [
  ['/api/v1/auth/login', '{"email":"a@example.org","password":"b"}'],
  ['/api/v1/auth/forgot', '{"email":"a@example.org"}'],
  ['/api/v1/newsletter', '{"email":"a@example.org"}'],
]

function run(file, args) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += piece))
  return new Promise((done) => child.once('exit', (code) => done({ code, text })))
}

async function sqlmap(server, bearer, folder) {
  const common = ['--batch', '--level=2', '--risk=1', '--timeout=20', '--retries=1', '--flush-session', `--output-dir=${folder}`, '--headers', `Authorization: Bearer ${bearer}`, '--ignore-code=400,401,404,422,429']
  const queries = [...QUERIES, mailsPath(await mailboxPath(server.base), 'a')]
  const targets = [...queries.map((path) => ['-u', server.base + path]), ...BODIES.map(([path, body]) => ['-u', server.base + path, '--data', body, '--method', 'POST'])]
  const found = []
  for (const target of targets) {
    const { text } = await run(program('sqlmap'), [...target, ...common])
    const verdict = /is vulnerable|injection point\(s\)/.test(text) ? 'FOUND' : /do not appear to be injectable|not injectable/.test(text) ? 'clean' : `no verdict: ${text.trim().split('\n').slice(-3).join(' | ')}`
    process.stdout.write(`sqlmap ${target[1].replace(server.base, '')}: ${verdict}\n`)
    if (verdict !== 'clean') found.push(target[1])
  }
  return found
}

async function wapiti(server, bearer, folder, options) {
  const python = pythonWith(['wapiti3==3.2.3'])
  if (!python) return process.stdout.write('wapiti: passed over, it cannot be installed\n') && []
  const report = join(folder, 'report.json')
  const args = [join(python, '../wapiti'), ...options, '--flush-session', '--max-scan-time', SECONDS, '--max-attack-time', SECONDS / 10, '-f', 'json', '-o', report, '-H', `Authorization: Bearer ${bearer}`, '--no-bugreport', '-v', '0']
  const { text } = await run(python, args.map(String))
  const { vulnerabilities, anomalies, infos } = JSON.parse(readFileSync(report, 'utf8'))
  const rows = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) => list.map((one) => `${kind}: ${one.method} ${one.path} ${one.info}`))
  process.stdout.write(`wapiti ${options.join(' ')}: ${infos.crawled_pages_nbr} addresses, ${rows.length} findings\n${rows.map((row) => `  ${row}\n`).join('')}${text.includes('Traceback') ? text.slice(-800) : ''}`)
  return rows
}

const folder = mkdtempSync(join(tmpdir(), 'nomina-scan-'))
const server = await Replica.start({ PUBLIC_URL: '' })
try {
  const bearer = await token(server.base)
  const found = [
    ...(await wapiti(server, bearer, folder, ['-u', `${server.base}/`, '-m', MODULES])),
    ...(await wapiti(server, bearer, folder, ['-u', `${server.base}/`, '--swagger', `${server.base}/api/v1/openapi.json`, '-m', MODULES])),
    ...(await sqlmap(server, bearer, folder)),
  ]
  process.exitCode = found.length ? 1 : 0
  process.stdout.write(`${found.length} findings; the server ${(await fetch(`${server.base}/readyz`)).ok ? 'is ready' : 'is not ready'}\n`)
  if (/panic/.test(server.server.output())) process.exitCode = 1
} finally {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
}
