// Where images were taken and who is in them: the table of cities is fetched when it is asked for, and not before.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, paint, type TestImage, test } from './fixtures';
import { missing, writeTags } from './programs';
import { configure, namingBy, openAs, process as run, turnOn, upload, zip } from './tool';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nomina-places-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));
test.skip(() => Boolean(missing('exiftool')), missing('exiftool') ?? '');

/** A photo of the harbour of Ribadeo with two people, as a photo program leaves it. */
async function harbour(page: Page): Promise<TestImage> {
  const image = await paint(page, 'IMG_1.jpg', 'image/jpeg', 7);
  const path = join(folder, 'IMG_1.jpg');
  writeFileSync(path, image.buffer);
  writeTags(path, {
    'EXIF:GPSLatitude': '43.538',
    'EXIF:GPSLatitudeRef': 'N',
    'EXIF:GPSLongitude': '7.04',
    'EXIF:GPSLongitudeRef': 'W',
    'XMP-mwg-rs:RegionInfo': '{RegionList=[{Name=Anna,Type=Face},{Name=Ben,Type=Face},{Name=Rex,Type=Pet}]}',
  });
  return { ...image, buffer: readFileSync(path) };
}

const walk = {
  status: 200,
  json: { success: true, suggestedName: 'two-people-on-beach', alternatives: [], altText: 'Two people on a beach.', keywords: ['beach'], provider: 'test', error: null },
};

test('names say where and who once they are asked to, and the table of cities is fetched then', async ({ page }) => {
  const tables: string[] = [];
  page.on('request', (request) => {
    if (/places.*\.wasm/.test(request.url())) tables.push(request.url());
  });
  await namingBy(page, async () => walk);
  await openAs(page, 'starter');
  await upload(page, [await harbour(page), await paint(page, 'IMG_2.jpg', 'image/jpeg', 8)]);
  await configure(page);
  expect(tables).toEqual([]);
  await turnOn(page, 'Say where');
  await turnOn(page, 'Say who');
  await expect(page.getByText(/with-anna-and-ben-in-ribadeo$/).first()).toBeVisible();
  expect(tables).toHaveLength(1);
  await run(page, 'Process 2 Images with AI');
  const entries = Object.keys(await zip(page)).sort();
  expect(entries).toEqual(['anna-and-ben-on-beach-in-ribadeo.jpg', 'two-people-on-beach.jpg']);
});

test('a table that does not come is said, and names are made without places', async ({ page, complaints }) => {
  await page.route(/places.*\.wasm/, (route) => route.abort());
  await namingBy(page, async () => walk);
  await openAs(page, 'starter');
  await upload(page, [await harbour(page)]);
  await configure(page);
  await turnOn(page, 'Say where');
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByText('The table of cities could not be loaded.', { exact: false })).toBeVisible();
  expect(Object.keys(await zip(page))).toEqual(['two-people-on-beach.jpg']);
  complaints.length = 0;
});
