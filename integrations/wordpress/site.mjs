// A WordPress site of Debian's packages in a scratch folder: MariaDB behind a socket, PHP's own web server.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '../../e2e/peers/needs.mjs'
import { Browser, freePort, start } from '../../e2e/peers/peers.mjs'
import { reached } from '../../e2e/until.mjs'

const WORDPRESS = '/usr/share/wordpress'
const PERSON = { user: 'ada', password: 'correct horse battery' }
const INSTALL = `<?php
define('WP_INSTALLING', true);
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Test', 'ada', 'ada@example.org', false, '', 'correct horse battery');
update_option('permalink_structure', '');
`

/** A package of Debian whose presence a file tells. */
function installed(file, debian) {
  if (!existsSync(file)) program(`the package ${debian}`, debian)
  return existsSync(file)
}

/** What the tests need, from Debian's packages where they are missing. */
export function needs() {
  const php = program('php', 'php-cli')
  const modules = () => String(spawnSync('php', ['-m']).stdout)
  for (const [module, debian] of [['mysqli', 'php-mysql'], ['gd', 'php-gd']]) {
    if (php && !modules().includes(module)) program(`the package ${debian}`, debian)
  }
  return { php: php && modules().includes('mysqli'), mariadb: program('mariadbd', 'mariadb-server'), wordpress: installed(WORDPRESS, 'wordpress') }
}

function config(port, socket) {
  return `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', 'http://127.0.0.1:${port}'); define('WP_SITEURL', 'http://127.0.0.1:${port}');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true); define('WP_DEBUG', true); define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', __DIR__ . '/debug.log');
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`
}

async function database(folder) {
  const data = join(folder, 'db')
  const socket = join(folder, 'db.sock')
  const own = ['--no-defaults', `--datadir=${data}`, ...(process.getuid() === 0 ? ['--user=root'] : [])]
  execFileSync('mariadb-install-db', [...own, '--auth-root-authentication-method=normal', '--skip-test-db'], { stdio: 'ignore' })
  const server = spawn(program('mariadbd'), [...own, `--socket=${socket}`, '--skip-networking', '--innodb-flush-log-at-trx-commit=0'], { stdio: 'ignore' })
  const query = (sql) => spawnSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', sql]).status === 0
  await reached('MariaDB', () => query('CREATE DATABASE IF NOT EXISTS wordpress'))
  const ended = new Promise((done) => server.once('exit', done))
  return { socket, stop: () => (server.kill(), ended) }
}

/** An installed site. @returns its address, its folder, and how to stop it. */
export async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-wordpress-'))
  const { socket, stop: stopDatabase } = await database(folder)
  const root = join(folder, 'wordpress')
  cpSync(WORDPRESS, root, { recursive: true, dereference: true, filter: (path) => !path.endsWith('/wp-config.php') && !path.endsWith('/uploads') })
  mkdirSync(join(root, 'wp-content/uploads'), { recursive: true })
  cpSync(join(import.meta.dirname, 'nomina'), join(root, 'wp-content/plugins/nomina'), { recursive: true })
  const port = await freePort()
  writeFileSync(join(root, 'wp-config.php'), config(port, socket))
  writeFileSync(join(root, 'install.php'), INSTALL)
  execFileSync('php', [join(root, 'install.php')], { stdio: 'pipe' })
  rmSync(join(root, 'install.php'))
  const base = `http://127.0.0.1:${port}`
  const web = await start('php', ['-S', `127.0.0.1:${port}`, '-t', root], { cwd: root, url: `${base}/wp-login.php` })
  const stop = async () => {
    web.stop()
    await stopDatabase()
    rmSync(folder, { recursive: true, force: true })
  }
  return { base, root, stop }
}

/** A person in the administration, who reads pages and fills in forms. */
export class Person {
  #browser = new Browser()

  constructor(base) {
    this.base = base
  }

  async logIn() {
    const body = new URLSearchParams({ log: PERSON.user, pwd: PERSON.password, testcookie: '1' })
    await this.#browser.go(`${this.base}/wp-login.php`)
    const answer = await this.#browser.go(`${this.base}/wp-login.php`, { method: 'POST', body })
    if (answer.status !== 302) throw new Error(`cannot log in: ${answer.status}`)
  }

  async page(path) {
    let answer = await this.#browser.go(`${this.base}/wp-admin/${path}`)
    for (let hops = 0; answer.status === 302 && hops < 5; hops += 1) answer = await this.#browser.go(Browser.next(answer, `${this.base}/wp-admin/`))
    return answer.text()
  }

  async activate() {
    const link = /href="(plugins\.php\?action=activate&amp;plugin=nomina[^"]+)"/.exec(await this.page('plugins.php'))
    if (!link) throw new Error('the plugin is not in the list')
    return this.page(link[1].replaceAll('&amp;', '&'))
  }

  /** Saves the settings page and reads what it says. */
  async save(fields) {
    const form = await this.page('options-general.php?page=nomina')
    const hidden = [...form.matchAll(/<input type=["']hidden["'][^>]*name=["']([^"']+)["'][^>]*value=["']([^"']*)["']/g)].map(([, name, value]) => [name, value])
    const body = new URLSearchParams([...hidden, ...Object.entries(fields)])
    const answer = await this.#browser.go(`${this.base}/wp-admin/options.php`, { method: 'POST', body })
    return (await this.#browser.go(Browser.next(answer, `${this.base}/wp-admin/`))).text()
  }

  /** Uploads as the block editor does; gives what the library then says. */
  async upload(name, bytes, fields = {}) {
    this.nonce ??= /createNonceMiddleware\( "(\w+)"/.exec(await this.page('post-new.php'))?.[1]
    const body = new FormData()
    body.append('file', new Blob([bytes], { type: 'image/png' }), name)
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    const answer = await this.#browser.go(`${this.base}/index.php?rest_route=/wp/v2/media`, { method: 'POST', headers: { 'x-wp-nonce': this.nonce }, body })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`${answer.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }

  /** Uploads as the page "Add New" of the library does; gives the id. */
  async uploadInLibrary(name, bytes) {
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(await this.page('media-new.php'))?.[1]
    const body = new FormData()
    body.append('async-upload', new Blob([bytes], { type: 'image/png' }), name)
    body.append('_wpnonce', nonce)
    body.append('short', '1')
    const answer = await this.#browser.go(`${this.base}/wp-admin/async-upload.php`, { method: 'POST', body })
    return Number(await answer.text())
  }

  async media(id) {
    return (await fetch(`${this.base}/index.php?rest_route=/wp/v2/media/${id}`)).json()
  }
}
