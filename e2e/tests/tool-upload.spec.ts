// Every way in: drop, paste, folders, and a reload in the middle (UP-01 to UP-06).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, paint, type TestImage, test } from './fixtures';
import { chooseOption, configure, namingBy, openAs, process as run, ready, upload, zip } from './tool';

let folder: string;
test.beforeEach(async ({ page }) => {
  folder = mkdtempSync(join(tmpdir(), 'nomina-drop-'));
  await page.goto('/dashboard/tools');
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A folder on disk: trip/a.jpg, trip/day 2/b.jpg and a file that systems put into folders. */
async function tripFolder(page: Page): Promise<string> {
  const trip = join(folder, 'trip');
  mkdirSync(join(trip, 'day 2'), { recursive: true });
  writeFileSync(join(trip, 'a.jpg'), (await paint(page, 'a.jpg', 'image/jpeg', 1)).buffer);
  writeFileSync(join(trip, 'day 2', 'b.jpg'), (await paint(page, 'b.jpg', 'image/jpeg', 2)).buffer);
  writeFileSync(join(trip, 'Thumbs.db'), 'not an image');
  return trip;
}

/** Drags real files or folders over the page, as the system does it. */
async function drag(page: Page, files: string[], types: ('dragEnter' | 'dragOver' | 'drop')[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of types) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data: { items: [], files, dragOperationsMask: 1 } });
  }
}

test('UP-01: a folder dropped anywhere keeps its structure in the ZIP when asked', async ({ page }) => {
  const trip = await tripFolder(page);
  await drag(page, [trip], ['dragEnter', 'dragOver']);
  await expect(page.getByText('Drop images anywhere!')).toBeVisible();
  await drag(page, [trip], ['drop']);
  await expect(page.getByText('Drop images anywhere!')).toHaveCount(0);
  await expect(page.getByText('2/20')).toBeVisible();
  await expect(page.getByText('Upload Error')).toHaveCount(0);
  await configure(page);
  await run(page, 'Process 2 Images with AI');
  expect(Object.keys(await zip(page)).some((name) => name.includes('/'))).toBe(false);
  await chooseOption(page, 'Keep the folder structure');
  const folders = Object.keys(await zip(page)).map((name) => name.split('/').slice(0, -1).join('/'));
  expect(folders.sort()).toEqual(['trip', 'trip/day 2']);
});

test('UP-01: a folder can be chosen', async ({ page }) => {
  await page.getByTestId('folder-input').setInputFiles(await tripFolder(page));
  await expect(page.getByText('2/20')).toBeVisible();
});

test('UP-01: a click anywhere in the zone opens the file dialog', async ({ page }) => {
  const waiting = page.waitForEvent('filechooser');
  // The words are under the button's after-image, which is what gets the click.
  await page.getByText('Drop images or folders here').click({ force: true });
  await (await waiting).setFiles([await paint(page, 'clicked.png', 'image/png', 3)]);
  await expect(page.getByText('1 image(s) ready for processing.')).toBeVisible();
});

test('UP-01: the drop zone is off in the other steps', async ({ page }) => {
  const trip = await tripFolder(page);
  await upload(page, [await paint(page, 'one.jpg', 'image/jpeg', 3)]);
  await configure(page);
  await drag(page, [trip], ['dragEnter', 'dragOver']);
  await expect(page.getByText('Drop images anywhere!')).toHaveCount(0);
  await drag(page, [trip], ['drop']);
  await expect(page).toHaveURL(/dashboard\/tools/);
  await expect(page.getByText('1 image ready')).toBeVisible();
});

test('UP-01: a pasted image is added', async ({ page }) => {
  const { buffer } = await paint(page, 'pasted.png', 'image/png', 4);
  await page.evaluate((base64) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'pasted.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, buffer.toString('base64'));
  await expect(page.getByText('1/20')).toBeVisible();
  await expect(page.getByText('pasted.png')).toBeVisible();
});

test('UP-03 UP-04: everything that is wrong is said in one toast', async ({ page }) => {
  const good = await paint(page, 'good.jpg', 'image/jpeg', 5, 64, 48);
  const wrong = (name: string, buffer: Buffer): TestImage => ({ name, mimeType: 'image/jpeg', buffer });
  const files = [wrong('letter.png', Buffer.from('Dear Sir')), wrong('huge.jpg', Buffer.concat([good.buffer, Buffer.alloc(10 * 1024 * 1024)]))];
  const many = Array.from({ length: 21 }, (_, n) => ({ ...good, name: `p${n}.jpg`, buffer: Buffer.concat([good.buffer, Buffer.from([n])]) }));
  await upload(page, [...files, ...many]);
  const toast = page.getByRole('alert').filter({ hasText: 'Upload Error' });
  await expect(toast).toHaveCount(1);
  for (const line of ['letter.png: Unsupported file type.', 'huge.jpg: File too large (max 10MB).', 'Cannot exceed 20 images per batch.']) {
    await expect(toast).toContainText(line);
  }
  await expect(page.getByText('20/20')).toBeVisible();
});

test('UP-02: images can be removed one by one, added, and cleared', async ({ page }) => {
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 6), await paint(page, 'b.jpg', 'image/jpeg', 7)]);
  await ready(page);
  await page.getByRole('button', { name: 'Remove a.jpg' }).click();
  await expect(page.getByText('1/20')).toBeVisible();
  const waiting = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add More' }).click();
  await (await waiting).setFiles([await paint(page, 'c.jpg', 'image/jpeg', 8)]);
  await expect(page.getByText('2/20')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Images Ready' }).locator('img')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
});

test('UP-06: after a reload in the middle of a run the images and the names found so far are still there', async ({ page }) => {
  // The first two names arrive; the third never does.
  await namingBy(page, (call) => (call <= 2 ? Promise.resolve(undefined) : new Promise(() => undefined)));
  page.on('dialog', (dialog) => dialog.accept());
  await upload(page, await Promise.all([1, 2, 3].map((n) => paint(page, `p${n}.jpg`, 'image/jpeg', n + 20))));
  await configure(page);
  await page.getByRole('button', { name: 'Process 3 Images with AI' }).click();
  await expect(page.getByText('2 of 3 done', { exact: false })).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByText('3 previously uploaded images have been restored.')).toBeVisible();
  // Results of the last moment may not be written yet; their names are known.
  await expect(page.getByRole('button', { name: /^Resume: \d left$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Change options' }).click();
  await expect(page.getByText('Smart Processing Mode')).toBeVisible();
  await run(page, 'Process 1 New Image + Apply to 2 Cached');
  await expect(page.getByText('1 image processed by AI, 2 used the cache.')).toBeVisible();
});

test('the landing page takes files before the tool is there', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Up to 20 at once, 10 MB each.', { exact: false })).toBeVisible();
  await upload(page, [await paint(page, 'early.jpg', 'image/jpeg', 9)]);
  await expect(page.getByText('1/20')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Images Ready' })).toBeVisible();
  await page.goto('/terms');
  await page.goto('/');
  await expect(page.getByText('1 previously uploaded images have been restored.')).toBeVisible();
});

test('UP-03: the essential plan takes 250 images of 25 MB', async ({ page }) => {
  await openAs(page, 'essential');
  const one = await paint(page, 'x.jpg', 'image/jpeg', 1, 64, 48);
  const many = Array.from({ length: 30 }, (_, n) => ({ ...one, name: `p${n}.jpg`, buffer: Buffer.concat([one.buffer, Buffer.from([n])]) }));
  await upload(page, [...many, { ...one, name: 'huge.jpg', buffer: Buffer.concat([one.buffer, Buffer.alloc(25 * 1024 * 1024)]) }]);
  await expect(page.getByText('30/250')).toBeVisible();
  await expect(page.getByText('huge.jpg: File too large (max 25MB).')).toBeVisible();
});
