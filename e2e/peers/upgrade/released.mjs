// A database as a release left it, and a connection of a server of that release: its own statements (crates/server/tests/released),
// prepared before the upgrade and used during and after it.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { postgresFolder } from '../cluster.mjs'
import { ROOT } from '../peers.mjs'

const SERVER = join(ROOT, 'crates/server')
const TYPES = { UUID: 'UUID', JSON: 'JSONB', BYTES: 'BYTEA', SERIAL: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY' }
const COUNT_ON = `SELECT format('SELECT setval(pg_get_serial_sequence(%L, %L), (SELECT COALESCE(MAX(%I), 0) + 1 FROM %I), false)', table_name, column_name, column_name, table_name)
  FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES' \\gexec
`
const READ = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as backup:
    print(json.dumps({name: backup.read(name).decode() for name in backup.namelist() if not name.startswith("objects/")}))
`

const psqlArgs = (postgres, database) => ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-qAtX', database]

/** The migrations that a release had, as PostgreSQL runs them, each noted as the release notes it. */
function migrations(schema) {
  const folder = join(SERVER, 'migrations')
  const files = readdirSync(folder).sort().slice(0, schema)
  return files.map((file, at) => {
    const text = readFileSync(join(folder, file), 'utf8').replace(/\{(UUID|JSON|BYTES|SERIAL)\}/g, (_, name) => TYPES[name])
    return `${text}\nINSERT INTO schema_migrations VALUES (${at + 1}, '${file}', 1, 0);\n`
  })
}

/** Fills an empty database with the schema and the rows of a release's backup. */
export function fill(postgres, database, backup) {
  const { 'manifest.json': manifest, ...tables } = JSON.parse(execFileSync('python3', ['-c', READ, backup], { encoding: 'utf8' }))
  const rows = Object.entries(tables).map(([name, text]) => {
    const end = text.indexOf('\n')
    return `COPY ${name.slice('tables/'.length)} (${text.slice(0, end)}) FROM STDIN;\n${text.slice(end + 1)}\\.\n`
  })
  const schema = 'CREATE TABLE schema_migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, oldest_program BIGINT NOT NULL, applied_at BIGINT NOT NULL);\n'
  // Tables come in the order of their names, not of their references; numbers go on after the last one.
  const input = [schema, ...migrations(JSON.parse(manifest).schema), 'SET session_replication_role = replica;\n', ...rows, COUNT_ON].join('')
  execFileSync(join(postgresFolder(), 'psql'), psqlArgs(postgres, database), { input, stdio: ['pipe', 'ignore', 'pipe'] })
}

/** The statements of a release. */
export const statementsOf = (version) => readFileSync(join(SERVER, 'tests/released', `${version}.sql`), 'utf8').trim().split('\n')

/** One connection that stays open, as those of a server's pool do, with every statement of the release prepared. */
export class OldConnection {
  #psql
  #said = ''
  #heard = () => {}
  #statements
  failed = null

  static async open(postgres, database, version) {
    const connection = new OldConnection()
    connection.#statements = statementsOf(version)
    connection.#psql = spawn(join(postgresFolder(), 'psql'), psqlArgs(postgres, database), { stdio: ['pipe', 'pipe', 'pipe'] })
    connection.#psql.stdout.on('data', (text) => { connection.#said += text; connection.#heard() })
    connection.#psql.stderr.on('data', (text) => { connection.failed = (connection.failed ?? '') + text })
    connection.#psql.once('exit', () => { connection.failed ??= 'the connection ended'; connection.#heard() })
    await connection.run(connection.#statements.map((sql, at) => `PREPARE old_${at} AS ${sql};`).join('\n'))
    return connection
  }

  /** Runs SQL to its end and gives what it printed; the first error ends the connection. */
  async run(sql) {
    this.#said = ''
    this.#psql.stdin.write(`${sql}\n\\echo --over\n`)
    while (!this.failed && !this.#said.endsWith('--over\n')) await new Promise((heard) => { this.#heard = heard })
    if (this.failed) throw new Error(this.failed)
    return this.#said.slice(0, -'--over\n'.length).trim()
  }

  /** Runs the release's one statement that looks like this, with these values. */
  execute(pattern, ...values) {
    const found = this.#statements.flatMap((sql, at) => (pattern.test(sql) ? [at] : []))
    if (found.length !== 1) throw new Error(`${found.length} statements of the release look like ${pattern}`)
    return this.run(`EXECUTE old_${found[0]}(${values.join(', ')});`)
  }

  /** Plans every statement again, as the database does after tables have changed; how many there are. */
  async planAll() {
    const asked = (sql) => Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map((found) => Number(found[1])))
    const nulls = (count) => (count ? `(${Array(count).fill('NULL').join(', ')})` : '')
    await this.run(this.#statements.map((sql, at) => `EXPLAIN EXECUTE old_${at}${nulls(asked(sql))};`).join('\n'))
    return this.#statements.length
  }

  close() {
    this.#psql.kill()
  }
}
