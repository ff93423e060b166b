// The public pages by Lighthouse, on the real binary in headless Chromium, as a phone and as a desktop. Every score must reach 95;
// `--steady` leaves out performance, the one that depends on the machine.
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { startNomina } from '../e2e/peers/peers.mjs'
import { findBrowser, installPeers, PEERS } from './setup.mjs'

const GOAL = 95
const PATHS = ['/', '/auth']
const STEADY = ['accessibility', 'best-practices', 'seo']
const CATEGORIES = process.argv.includes('--steady') ? STEADY : ['performance', ...STEADY]

const load = (file) => import(pathToFileURL(join(PEERS, 'node_modules', file)).href)

/** What keeps a page from a full score, a line each. */
function findings({ audits, categories }) {
  return CATEGORIES.flatMap((id) => categories[id].auditRefs)
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, title, displayValue = '' }) => `      ${id}: ${title} ${displayValue}`)
}

installPeers({ lighthouse: '12.8.2' })
const { default: lighthouse, desktopConfig } = await load('lighthouse/core/index.js')
const { launch } = await load('chrome-launcher/dist/index.js')
const nomina = await startNomina({ AI_PROVIDER: 'none' })
const chrome = await launch({ chromePath: findBrowser(), chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })
let lowest = 100
try {
  for (const path of PATHS) {
    for (const [preset, config] of [['mobile', undefined], ['desktop', desktopConfig]]) {
      const options = { port: chrome.port, logLevel: 'error', onlyCategories: CATEGORIES }
      const { lhr } = await lighthouse(nomina.base + path, options, config)
      const scores = CATEGORIES.map((id) => [id, Math.round(lhr.categories[id].score * 100)])
      lowest = Math.min(lowest, ...scores.map(([, score]) => score))
      console.log(`lighthouse: ${path.padEnd(6)} ${preset.padEnd(8)} ${scores.map((pair) => pair.join(' ')).join(', ')}`)
      for (const line of findings(lhr)) console.log(line)
    }
  }
} finally {
  await chrome.kill()
  nomina.stop()
}
process.exitCode = lowest >= GOAL ? 0 : 1
