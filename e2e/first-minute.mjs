// How long a newcomer waits for the names of the sample images, on the real binary in headless Chromium: seconds since the click,
// and processor seconds of server and browser together, which a busy machine changes less. Run by hand: node e2e/first-minute.mjs [PATH]
import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { startNomina } from './peers/peers.mjs';

const TICKS_A_SECOND = 100;
const SAMPLES = 7;
const path = process.argv[2] ?? '/';

/** What follows the name in /proc/PID/stat: [1] is the parent, [11] and [12] are the ticks of the process. */
const stat = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');

function family(root) {
  const parents = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      return [[pid, stat(pid)[1]]];
    } catch {
      return [];
    }
  });
  const found = [String(root)];
  for (const pid of found) found.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child));
  return found;
}

function processorSeconds(roots) {
  const ticks = roots.flatMap(family).map((pid) => {
    try {
      const parts = stat(pid);
      return Number(parts[11]) + Number(parts[12]);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND;
}

const nomina = await startNomina({ LOG_LEVEL: 'warn' });
const chrome = await chromium.launchServer({ executablePath: browserPath(), args: ['--no-sandbox'] });
const browser = await chromium.connect(chrome.wsEndpoint());
try {
  const page = await browser.newPage({ baseURL: nomina.base, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(300_000);
  await page.goto(path, { waitUntil: 'networkidle' });
  const roots = [nomina.pid, chrome.process().pid];
  const begin = { at: performance.now(), spent: processorSeconds(roots) };
  const since = () =>
    `${((performance.now() - begin.at) / 1000).toFixed(1)} s after the click, ${(processorSeconds(roots) - begin.spent).toFixed(1)} processor seconds`;
  let answers = 0;
  const all = new Promise((done) => {
    page.on('response', (answer) => {
      if (!answer.url().includes('/ai/suggest-name')) return;
      answers += 1;
      console.log(`name ${answers}: ${since()}`);
      if (answers === SAMPLES) done();
    });
  });
  await page.getByRole('button', { name: 'Try it with sample images' }).click();
  await all;
  await page.getByRole('heading', { name: 'Review & Download' }).waitFor();
  console.log(`review: ${since()}`);
} finally {
  await browser.close();
  await chrome.close();
  nomina.stop();
}
