// The whole way through the real screens: upload, options, names, the same again without names, scrolling, the ZIP.
import { dirname } from 'node:path'
import { signIn } from '../../e2e/account.mjs'
import { sampler, watchInPage } from './watch.mjs'

const RUN_MS = 300_000

export async function runOurs(browser, { url, person }, batch, job, zipPath) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, acceptDownloads: true })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watchInPage)
  await signIn(page, person)
  await page.getByText('Drop images or folders here').waitFor()
  const phases = phaseLog(page)
  const stop = await sampler(page)
  const button = (name) => page.getByRole('button', { name })
  const results = page.getByRole('heading', { name: 'Review & Download' })

  await phases.run('upload', async () => {
    await dropFolder(page, dirname(batch[0].path))
    await page.getByText(`${batch.length}/250`).waitFor()
  })
  await phases.run('options', () => chooseOptions(page, job))
  await phases.run('names and pictures', async () => {
    await button(`Process ${batch.length} Images with AI`).click()
    await results.waitFor({ timeout: RUN_MS })
  })
  await button('Back to Processing').click()
  const again = button(`Apply Changes to ${batch.length} Images (No AI Credits)`)
  await again.waitFor({ timeout: RUN_MS })
  await phases.run('pictures alone', async () => {
    await again.click()
    await results.waitFor({ timeout: RUN_MS })
  })
  await phases.run('scrolling', () => scrollThrough(page))
  await button('Options').click()
  await page.getByRole('switch', { name: 'Add lists to the ZIP' }).check({ force: true })
  await page.keyboard.press('Escape')
  await phases.run('zip', async () => {
    const download = page.waitForEvent('download', { timeout: RUN_MS })
    await button('Download All as ZIP').click()
    await (await download).saveAs(zipPath)
  })
  const peak = await stop()
  const watched = await page.evaluate(() => globalThis.watched)
  await context.close()
  return { phases: phases.with(watched), peak: { ...peak, workerBytes: watched.workerBytes } }
}

/** Drops a real folder, as the system does it. */
async function dropFolder(page, folder) {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data })
  await session.detach()
}

async function chooseOptions(page, { text, textSize, box, quality }) {
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click()
  const turnOn = (name) => page.getByRole('switch', { name }).check({ force: true })
  const pick = (name) => page.getByRole('tab', { name }).click()
  await pick('Watermarking')
  await turnOn('Enable text watermark')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
  await page.getByLabel('Size', { exact: true }).fill(String(textSize))
  await page.getByText(/^Watermarked: /).waitFor()
  await pick('Format')
  await turnOn('Convert format')
  await page.getByRole('combobox', { name: 'Output format' }).click()
  await page.getByRole('option', { name: 'WebP' }).click()
  await turnOn('Enable compression')
  await turnOn('Resize images')
  await page.getByLabel('Max width').fill(String(box[0]))
  await page.getByLabel('Max height').fill(String(box[1]))
  if (quality !== 0.8) throw new Error('The default quality of 0.8 is what both sides use.')
}

/** Down to the last row and up again, as a wheel does it. */
async function scrollThrough(page) {
  await page.mouse.move(640, 500)
  for (const by of [600, -600]) {
    for (let turn = 0; turn < 40; turn += 1) {
      await page.mouse.wheel(0, by)
      await page.waitForTimeout(50)
    }
  }
}

/** Times the phases and, afterwards, sorts the long tasks into them. */
function phaseLog(page) {
  const phases = []
  const now = () => page.evaluate(() => performance.now())
  return {
    async run(name, work) {
      const from = await now()
      await work()
      const to = await now()
      phases.push({ name, from, ms: to - from })
      console.log(`bench-tool: ${name}: ${((to - from) / 1000).toFixed(1)} s`)
    },
    with({ long, frames, calls }) {
      return phases.map(({ name, from, ms }) => {
        const inside = (list) => list.filter((one) => one.at >= from && one.at < from + ms)
        const tasks = inside(long).map((one) => one.ms)
        const worst = inside(frames).sort((a, b) => b.blocking - a.blocking)[0]
        const busy = {}
        for (const { op, ms: took } of inside(calls)) busy[op] = (busy[op] ?? 0) + took
        return { name, ms, longTasks: tasks.length, longestMs: Math.max(0, ...tasks), worstFrame: worst ?? null, busy }
      })
    },
  }
}
