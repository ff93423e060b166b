// The public pages by Lighthouse, on the real binary in headless Chromium, as a phone and as a desktop: the middle of three runs.
// Every score must reach 95; `--steady` leaves out performance, the one that depends on the machine.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startNomina } from '../e2e/peers/peers.mjs'
import { browserPath } from '../e2e/browser.mjs'
import { installPeers, PEERS } from './setup.mjs'

const GOAL = 95
const PATHS = ['/', '/auth']
const STEADY = ['accessibility', 'best-practices', 'seo']
const CATEGORIES = process.argv.includes('--steady') ? STEADY : ['performance', ...STEADY]
/** Only performance differs from run to run. */
const RUNS = CATEGORIES === STEADY ? 1 : 3

const load = (file) => import(pathToFileURL(join(PEERS, 'node_modules', file)).href)

/** What keeps a page from a full score, a line each. */
function findings({ audits, categories }) {
  return CATEGORIES.flatMap((id) => categories[id].auditRefs)
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, title, displayValue = '' }) => `      ${id}: ${title} ${displayValue}`)
}

/** Why a run has no score: Chromium was too busy to paint, or an audit could not be made. */
function failures({ runtimeError, audits }) {
  if (runtimeError) return [runtimeError.message]
  return Object.values(audits)
    .filter(({ scoreDisplayMode }) => scoreDisplayMode === 'error')
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`)
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const performanceOf = ({ categories }) => categories[CATEGORIES[0]].score
const isWhole = ({ categories }) => CATEGORIES.every((id) => typeof categories[id]?.score === 'number')

/** The run in the middle of those that have all scores; others are said aloud and made again. */
async function middleRun(url, config) {
  const runs = []
  for (let run = 0; run < 2 * RUNS && runs.length < RUNS; run += 1) {
    const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories: CATEGORIES }, config)
    if (isWhole(lhr)) runs.push(lhr)
    else console.log(`      run ${run + 1} has no score: ${failures(lhr).join('; ') || 'Lighthouse gives no reason'}`)
  }
  const middle = median(runs.map(performanceOf))
  return { lhr: runs.find((lhr) => performanceOf(lhr) === middle), all: runs.map((lhr) => percent(performanceOf(lhr))) }
}

const percent = (score) => Math.round(score * 100)

installPeers({ lighthouse: '12.8.2' })
const { default: lighthouse, desktopConfig } = await load('lighthouse/core/index.js')
const { launch } = await load('chrome-launcher/dist/index.js')
const nomina = await startNomina({ AI_PROVIDER: 'none' })
const chrome = await launch({ chromePath: browserPath(), chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })
let lowest = 100
try {
  for (const path of PATHS) {
    for (const [preset, config] of [['mobile', undefined], ['desktop', desktopConfig]]) {
      const { lhr, all } = await middleRun(nomina.base + path, config)
      const name = `lighthouse: ${path.padEnd(6)} ${preset.padEnd(8)}`
      if (!lhr) {
        console.log(`${name} no run has scores`)
        lowest = 0
        continue
      }
      const scores = CATEGORIES.map((id) => [id, percent(lhr.categories[id].score)])
      lowest = Math.min(lowest, ...scores.map(([, score]) => score))
      console.log(`${name} ${scores.map((pair) => pair.join(' ')).join(', ')} (runs ${all.join(', ')}; load ${loadavg()[0].toFixed(1)})`)
      for (const line of findings(lhr)) console.log(line)
    }
  }
} finally {
  await chrome.kill()
  nomina.stop()
}
process.exitCode = lowest >= GOAL ? 0 : 1
