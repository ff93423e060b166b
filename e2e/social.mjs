// Draws web/public/social.png, the image that links to this site carry. Run by hand after the look changes: node e2e/social.mjs
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { browserPath } from './browser.mjs'

const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.goto(pathToFileURL(resolve(import.meta.dirname, 'social.html')).href)
await page.evaluate(() => document.fonts.ready)
await page.screenshot({ path: resolve(import.meta.dirname, '../web/public/social.png') })
await browser.close()
