// Reviewing: names, collisions, find and replace, the slider, the lists in the ZIP (RES-01 to RES-03, NAME-08).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, paint, type TestImage, test } from './fixtures';
import { chooseOption, configure, openAs, process as run, rename, row, tab, turnOn, upload, zip, zipFile } from './tool';

async function review(page: Page, images: TestImage[]): Promise<void> {
  await page.goto('/dashboard/tools');
  await upload(page, images);
  await configure(page);
  await run(page, `Process ${images.length} Image${images.length === 1 ? '' : 's'} with AI`);
}

/** A page on the server, so that images can be painted before the tool is opened. */
async function painted(page: Page, ...names: string[]): Promise<TestImage[]> {
  await page.goto('/terms');
  return Promise.all(names.map((name, at) => paint(page, name, 'image/jpeg', at + 60, 320, 240)));
}

const nameButton = (page: Page, name: string) => page.getByRole('button', { name: `New name ${name}. Change it` });

test('NAME-08: equal names get -2 and -3 where they are, on screen and in the ZIP', async ({ page }) => {
  await review(page, await painted(page, 'a.jpg', 'b.jpg', 'c.jpg'));
  await rename(page, 'a.jpg', 'Team Photo');
  await rename(page, 'b.jpg', 'team-photo');
  await rename(page, 'c.jpg', 'TEAM photo.jpg');
  for (const name of ['team-photo.jpg', 'team-photo-2.jpg', 'team-photo-3.jpg']) await expect(nameButton(page, name)).toBeVisible();
  await expect(page.getByText('Another image has this name, so a number was added.')).toHaveCount(2);
  expect(Object.keys(await zip(page))).toEqual(['team-photo.jpg', 'team-photo-2.jpg', 'team-photo-3.jpg']);
  await expect(page.getByText('Downloaded 3 images as ZIP file.')).toBeVisible();
});

test('RES-01: a name is cleaned while it is typed; the keyboard goes from row to row', async ({ page }) => {
  await review(page, await painted(page, 'a.jpg', 'b.jpg'));
  await expect(page.getByRole('columnheader')).toHaveText(['Preview', 'Original Name', 'New Name', 'Size', 'Actions']);
  const [first, second] = [row(page, 'a.jpg'), row(page, 'b.jpg')].map((one) => one.getByRole('button', { name: /^New name / }));
  await first?.focus();
  await page.keyboard.press('ArrowDown');
  await expect(second as NonNullable<typeof second>).toBeFocused();
  await page.keyboard.press('Home');
  await expect(first as NonNullable<typeof first>).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('My Dog / 2');
  await expect(page.getByText('Becomes my-dog-2.jpg')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(nameButton(page, 'my-dog-2.jpg')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('something else');
  await page.keyboard.press('Escape');
  await expect(nameButton(page, 'my-dog-2.jpg')).toBeFocused();
});

test('RES-02: one image can be downloaded alone', async ({ page }) => {
  const [image] = await painted(page, 'a.jpg');
  await review(page, [image as TestImage]);
  await rename(page, 'a.jpg', 'alone');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download alone.jpg' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('alone.jpg');
  expect(readFileSync(await download.path()).equals((image as TestImage).buffer)).toBe(true);
  await expect(page.getByText('alone.jpg downloaded successfully.')).toBeVisible();
});

test('all names can be changed by find and replace, with a look at what will happen', async ({ page }) => {
  await review(page, await painted(page, 'a.jpg', 'b.jpg'));
  await rename(page, 'a.jpg', 'red dog');
  await rename(page, 'b.jpg', 'blue cat');
  await page.getByRole('button', { name: 'Find and replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByLabel('Find', { exact: true }).fill('(red|blue)-(\\w+)');
  await expect(dialog.getByText('0 names will change.')).toBeVisible();
  await dialog.getByLabel('Regular expression').check();
  await dialog.getByLabel('Replace with').fill('$2 {n}');
  await expect(dialog.getByText('2 names will change.')).toBeVisible();
  await expect(dialog.getByText('cat-2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Rename 2' }).click();
  await expect(nameButton(page, 'dog-1.jpg')).toBeVisible();
  await expect(nameButton(page, 'cat-2.jpg')).toBeVisible();
});

test('an image opens large with a slider between before and after', async ({ page }) => {
  await review(page, await painted(page, 'a.jpg', 'b.jpg'));
  const opener = page.getByRole('button', { name: 'Compare a.jpg before and after' });
  await opener.click();
  const dialog = page.getByRole('dialog');
  const slider = dialog.getByRole('slider', { name: 'Before and after' });
  await expect(slider).toHaveAttribute('aria-valuetext', '50% before');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '51% before');
  await expect(dialog.getByRole('img', { name: 'Before' })).toHaveJSProperty('naturalWidth', 320);
  await expect(dialog.getByText('1 of 2', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Next image' }).click();
  await expect(dialog.getByText('2 of 2', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the lists in the ZIP tell old and new names, and the undo script really undoes', async ({ page }) => {
  const images = await painted(page, 'IMG 1.jpg', "it's.jpg", 'b.jpg');
  await review(page, images);
  // Names that change hands: what was b.jpg becomes a name that another image had.
  await rename(page, 'IMG 1.jpg', 'b');
  await rename(page, "it's.jpg", 'first');
  await rename(page, 'b.jpg', 'img-1');
  expect(Object.keys(await zip(page))).toHaveLength(3);
  await chooseOption(page, 'Add lists to the ZIP');
  const folder = mkdtempSync(join(tmpdir(), 'nomina-undo-'));
  try {
    execFileSync('unzip', ['-q', await zipFile(page), '-d', folder]);
    const manifest = JSON.parse(readFileSync(join(folder, 'nomina-manifest.json'), 'utf8'));
    expect(manifest.files.map((file: { oldName: string }) => file.oldName)).toEqual(['IMG 1.jpg', "it's.jpg", 'b.jpg']);
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    for (const [at, file] of manifest.files.entries()) {
      expect(file.sha256Before).toBe(sha256(images[at]?.buffer as Buffer));
      expect(file.sha256After).toBe(sha256(readFileSync(join(folder, file.path))));
    }
    expect(readFileSync(join(folder, 'nomina-names.csv'), 'utf8')).toContain('IMG 1.jpg,b.jpg,b.jpg,');
    execFileSync('sh', [join(folder, 'nomina-undo.sh')]);
    expect(readdirSync(folder).filter((name) => !name.startsWith('nomina-')).sort()).toEqual(['IMG 1.jpg', 'b.jpg', "it's.jpg"]);
    for (const { name, buffer } of images) expect(readFileSync(join(folder, name)).equals(buffer)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('sizes before and after are in the row', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'big.png', 'image/png', 70, 1600, 1200)]);
  await configure(page);
  await tab(page, /format/i);
  await turnOn(page, 'Convert format');
  await run(page, 'Process 1 Image with AI');
  await expect(row(page, 'big.png').getByText(/KB → .* KB -\d+%$/)).toBeVisible();
});

test('the far end of a long table is one key away, and only rows near the window exist', async ({ page }) => {
  await openAs(page, 'essential');
  const one = await paint(page, 'x.jpg', 'image/jpeg', 1, 64, 48);
  const many = Array.from({ length: 80 }, (_, n) => ({ ...one, name: `p${n}.jpg`, buffer: Buffer.concat([one.buffer, Buffer.from([n])]) }));
  await page.route('**/api/v1/ai/suggest-name', (route) => route.fulfill({ json: { success: true, suggestedName: 'blue circles', alternatives: [], provider: 'test' } }));
  await upload(page, many);
  await configure(page);
  await run(page, 'Process 80 Images with AI');
  await page.getByRole('button', { name: 'New name blue-circles.jpg. Change it' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'New name blue-circles-80.jpg. Change it' })).toBeFocused();
  expect(await page.getByRole('row').count()).toBeLessThan(50);
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'New name blue-circles.jpg. Change it' })).toBeFocused();
});
