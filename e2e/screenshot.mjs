// Makes docs/screenshot.png: the running product at NOMINA_URL with images of NOMINA_IMAGES (default ../shared/images).
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';

const root = resolve(import.meta.dirname, '..');
const photos = join(process.env.NOMINA_IMAGES ?? join(root, '../shared/images'), 'photos');
const wanted = process.argv.slice(2);
const files = (wanted.length > 0 ? wanted : readdirSync(photos).slice(0, 8)).map((name) => join(photos, name));
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
page.setDefaultTimeout(300_000);
await page.goto(`${process.env.NOMINA_URL ?? 'http://127.0.0.1:8080'}/dashboard/tools`);
await page.locator('input[type=file]').first().setInputFiles(files);
await page.getByText('Images Added').waitFor();
await page.getByRole('button', { name: 'Next: Configure Processing' }).click();
await page.getByRole('tab', { name: /format/i }).click();
await page.getByRole('switch', { name: 'Convert format' }).check({ force: true });
await page.getByRole('switch', { name: 'Resize images' }).check({ force: true });
await page.getByRole('button', { name: /^Process \d+ Images/ }).click();
await page.getByRole('heading', { name: 'Review & Download' }).waitFor();
await page.waitForTimeout(6_000);
await page.screenshot({ path: join(root, 'docs/screenshot.png') });
await browser.close();
