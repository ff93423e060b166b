// No lost place and true statements: a reload in the middle of a run, runs that end half way, settings that are used again.
import type { Page } from '@playwright/test';
import { member, signIn } from './account';
import { expect, paint, test } from './fixtures';
import { configure, namingBy, process as run, upload } from './tool';

/** Starts a run of which all images after the second wait for their names. */
async function startSlowRun(page: Page, count: number, seed: number): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await namingBy(page, async (call) => (call > 2 ? held.then(() => undefined) : undefined));
  await page.goto('/dashboard/tools');
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  await upload(page, await Promise.all(numbers.map((n) => paint(page, `p${n}.jpg`, 'image/jpeg', n + seed, 320, 240))));
  await configure(page);
  await page.getByRole('button', { name: `Process ${count} Image${count === 1 ? '' : 's'} with AI` }).click();
  await expect(page.getByText(`2 of ${count} done`, { exact: false })).toBeVisible({ timeout: 30_000 });
  return release;
}

/** The result of the last moment before a reload may not be written yet. */
const RESUME = /^Resume: \d left$/;

async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  // Not before: the page that goes would end its run.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

test('a reload in the middle of a run comes back at the run, and says what has left the device', async ({ page }) => {
  await startSlowRun(page, 5, 700);
  await reload(page);
  await expect(page.getByText(/^Interrupted: \d of 5 done\.$/)).toBeVisible();
  await page.getByRole('button', { name: /Upload$/ }).first().click();
  await expect(page.getByText(/Reduced copies of \d images were sent to be named\./)).toBeVisible();
  await expect(page.getByText('Nothing has left your device so far.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click();
  await page.getByRole('button', { name: RESUME }).click();
  await expect(page.getByText('5 of 5 ready.', { exact: false })).toBeVisible({ timeout: 60_000 });
});

test('HIST-01 JOB-01: a resumed run is the same job, and is saved', async ({ page }) => {
  await signIn(page, await member());
  await startSlowRun(page, 4, 710);
  await reload(page);
  await page.getByRole('button', { name: RESUME }).click();
  await expect(page.getByText('Saved to your history.', { exact: false })).toBeVisible({ timeout: 60_000 });
  await page.goto('/dashboard/jobs?view=tasks');
  await expect(page.getByText('4 of 4 files', { exact: false })).toHaveCount(1);
  await expect(page.getByText('Cancelled')).toHaveCount(0);
});

test('HIST-01: what was cancelled and retried is saved with the rest', async ({ page }) => {
  await signIn(page, await member());
  const release = await startSlowRun(page, 4, 720);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('2 of 4 ready.', { exact: false })).toBeVisible();
  release();
  await page.getByRole('button', { name: 'Retry 2 images' }).click();
  await expect(page.getByText('4 of 4 ready.', { exact: false })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Saved to your history.', { exact: false })).toBeVisible({ timeout: 30_000 });
  await page.goto('/dashboard/jobs');
  await expect(page.getByText('4 of 4 files', { exact: false }).first()).toBeVisible();
});

test('a run that named half of its images says so and offers another try there', async ({ page }) => {
  await namingBy(page, async (call) => (call > 1 ? { status: 400, json: { status: 400, code: 'ai_failed', title: 'No response from Gemini API' } } : undefined));
  await page.goto('/dashboard/tools');
  await upload(page, await Promise.all([1, 2].map((n) => paint(page, `h${n}.jpg`, 'image/jpeg', n + 730, 320, 240))));
  await configure(page);
  await run(page, 'Process 2 Images with AI');
  await expect(page.getByText('1 named, 1 kept its name.', { exact: false })).toBeVisible();
  await expect(page.getByText('Processing Complete!')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('alert').getByRole('button', { name: 'Retry 1 image' }).click();
  await expect(page.getByText('2 of 2 ready.', { exact: false })).toBeVisible({ timeout: 30_000 });
});

test('settings that are used again open the options of the images that are there, and can clear them', async ({ page }) => {
  await signIn(page, await member());
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'again.jpg', 'image/jpeg', 740, 320, 240)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByText('Saved to your history.', { exact: false })).toBeVisible({ timeout: 30_000 });
  await page.goto('/dashboard/jobs');
  await page.getByRole('button', { name: /^Use these settings again/ }).click();
  await expect(page.getByRole('heading', { name: 'Configure Processing' })).toBeVisible();
  await expect(page.getByText(/^Settings of “.+” applied$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear it' }).click();
  await expect(page.getByRole('heading', { name: 'Upload Your Images' })).toBeVisible();
  await expect(page.getByText(/^Settings of “.+” applied$/)).toBeVisible();
});

test('ROUTE-01: the page that the build has drawn is taken over without an error when somebody is signed in', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await signIn(page, await member());
  for (let visit = 0; visit < 3; visit += 1) {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Up to 20 at once', { exact: false })).toBeVisible();
  }
  expect(errors).toEqual([]);
});

for (const width of [1440, 390]) {
  test(`a toast never covers a main button at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard/tools');
    await upload(page, [await paint(page, `t${width}.jpg`, 'image/jpeg', 750, 320, 240)]);
    const toast = page.getByRole('status').filter({ hasText: 'Images Added' });
    await expect(toast).toBeVisible();
    const box = await toast.boundingBox();
    const button = await page.getByRole('button', { name: 'Next: Configure Processing' }).boundingBox();
    expect(overlap(box, button)).toBe(false);
    await configure(page);
    await run(page, 'Process 1 Image with AI');
    await page.getByRole('button', { name: 'Download All as ZIP' }).click();
    const saved = page.getByRole('status').filter({ hasText: 'Success!' });
    await expect(saved).toBeVisible();
    expect(overlap(await saved.boundingBox(), await page.getByRole('button', { name: 'Download All as ZIP' }).boundingBox())).toBe(false);
  });
}

type Box = { x: number; y: number; width: number; height: number } | null;

function overlap(a: Box, b: Box): boolean {
  if (!a || !b) return false;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
