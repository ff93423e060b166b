// A run and what can happen to it: cancel, retry, limits, broken images, nothing to gain (PROC-01 to PROC-08, PLAN-12).
import type { Page } from '@playwright/test';
import { expect, paint, type TestImage, test } from './fixtures';
import { configure, namingBy, openAsUsedUp, process as run, row, startOver, tab, turnOn, upload, zip } from './tool';

test.beforeEach(async ({ page }) => {
  await page.goto('/dashboard/tools');
});

test('PROC-08: cancelling keeps what is finished, and the rest can be taken up again', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await namingBy(page, async (call) => (call > 2 ? held.then(() => undefined) : undefined));
  await upload(page, await Promise.all([1, 2, 3, 4].map((n) => paint(page, `p${n}.jpg`, 'image/jpeg', n + 40))));
  await configure(page);
  await page.getByRole('button', { name: 'Process 4 Images with AI' }).click();
  await expect(page.getByRole('button', { name: /^Processing\.\.\. \d+%$/ })).toBeVisible();
  await expect(page.getByText('2 of 4 done', { exact: false })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible();
  await expect(page.getByText('2 of 4 ready.', { exact: false })).toBeVisible();
  await expect(page.getByText('Not processed: cancelled.')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Not done 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Failed \d/ })).toHaveCount(0);
  expect(Object.keys(await zip(page))).toHaveLength(2);
  release();
  await page.getByRole('button', { name: /^Retry p\d\.jpg$/ }).first().click();
  await expect(page.getByText('3 of 4 ready.', { exact: false })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Not processed: cancelled.')).toHaveCount(1);
});

test('NAME-05: an image without a name keeps its cleaned old one, says why, and can be tried again', async ({ page }) => {
  await namingBy(page, async (call) =>
    call === 1 ? { status: 400, json: { status: 400, code: 'ai_failed', title: 'No response from Gemini API' } } : undefined,
  );
  await upload(page, [await paint(page, 'IMG_0001 copy.jpg', 'image/jpeg', 50)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByText('AI processing failed: No response from Gemini API. Using cleaned original name.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New name img-0001-copy.jpg. Change it' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry IMG_0001 copy.jpg' }).click();
  await expect(page.getByRole('button', { name: 'Retry IMG_0001 copy.jpg' })).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'New name img-0001-copy.jpg. Change it' })).toHaveCount(0);
});

test('PROC-07: a broken image is told in its row; the others are processed and it keeps its bytes', async ({ page }) => {
  const whole = await paint(page, 'cut.png', 'image/png', 51, 900, 700);
  // The headers are in order, the pixels are not.
  const cut: TestImage = { ...whole, buffer: Buffer.from(whole.buffer) };
  cut.buffer.fill(0xaa, whole.buffer.indexOf('IDAT') + 4, whole.buffer.length - 16);
  await upload(page, [await paint(page, 'good.jpg', 'image/jpeg', 52, 900, 700), cut]);
  await configure(page);
  await tab(page, /format/i);
  await turnOn(page, 'Resize images');
  await page.getByLabel('Max width').fill('300');
  await run(page, 'Process 2 Images with AI');
  await expect(row(page, 'cut.png').getByText(/^Processing failed: .+\. Using cleaned original name\.$/)).toBeVisible();
  await expect(page.getByText('1 could not be processed; see the rows for details.', { exact: false })).toBeVisible();
  const entries = await zip(page);
  expect(Object.keys(entries)).toHaveLength(2);
  expect(cut.buffer.equals(entries['cut.png'] as Uint8Array)).toBe(true);
});

test('a result that would be larger is not taken: the original is kept and the row says so', async ({ page }) => {
  const small = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 300);
    const draw = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    for (let at = 0; at < 4000; at += 1) {
      draw.fillStyle = `hsl(${(at * 137) % 360} 80% ${20 + ((at * 31) % 60)}%)`;
      draw.fillRect((at * 53) % 400, (at * 29) % 300, 9, 7);
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.2 })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
  const buffer = Buffer.from(small, 'base64');
  await upload(page, [{ name: 'small.jpg', mimeType: 'image/jpeg', buffer }]);
  await configure(page);
  await tab(page, /format/i);
  await turnOn(page, 'Enable compression');
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByText('Already small, left unchanged.')).toBeVisible();
  const [bytes] = Object.values(await zip(page));
  expect(buffer.equals(bytes as Uint8Array)).toBe(true);
});

/** A guest whose browser has counted so many names today. */
async function used(page: Page, files: number): Promise<void> {
  await page.evaluate((files) => {
    const two = (value: number) => String(value).padStart(2, '0');
    const now = new Date();
    const month = `${now.getFullYear()}-${two(now.getMonth() + 1)}`;
    const record = { dailyFiles: files, monthlyFiles: files, lastDailyReset: `${month}-${two(now.getDate())}`, lastMonthlyReset: month, tier: 'guest' };
    localStorage.setItem('nomina.usage.guest', JSON.stringify(record));
  }, files);
}

function asking(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('suggest-name')) asked += 1;
  });
  return () => asked;
}

test('PLAN-12 PROC-06: a guest at the limit meets the dialog before anything is sent', async ({ page }) => {
  await used(page, 50);
  const asked = asking(page);
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 53), await paint(page, 'b.jpg', 'image/jpeg', 54)]);
  await configure(page);
  await page.getByRole('button', { name: 'Process 2 Images with AI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Usage Limit Reached' });
  await expect(dialog).toContainText("You've reached your processing limit. Please upgrade your plan or wait for the limit to reset.");
  await expect(dialog).toContainText('Daily limit exceeded. You can process 0 more files today.');
  expect(asked()).toBe(0);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/auth\?mode=signup/);
});

test('a batch larger than what is left: so many as fit are named, the rest is processed with cleaned names', async ({ page }) => {
  await used(page, 49);
  const asked = asking(page);
  await upload(page, [await paint(page, 'IMG_1.jpg', 'image/jpeg', 58), await paint(page, 'IMG_2.jpg', 'image/jpeg', 59)]);
  await configure(page);
  await page.getByRole('button', { name: 'Process 2 Images with AI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Usage Limit Reached' });
  await expect(dialog).toContainText('This batch needs 2 names, and 1 is left.');
  await dialog.getByRole('button', { name: 'Name 1, use cleaned names for 1' }).click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 30_000 });
  expect(asked()).toBe(1);
  await expect(page.getByText('1 image processed by AI, 0 used the cache. 1 kept a cleaned original name.')).toBeVisible();
  expect(Object.keys(await zip(page))).toHaveLength(2);
});

test('Keep my names costs nothing, works at the limit, and everything else is done', async ({ page }) => {
  await used(page, 50);
  const asked = asking(page);
  await upload(page, [await paint(page, 'My Trip_01.PNG', 'image/png', 60, 900, 600)]);
  await configure(page);
  await turnOn(page, 'Keep my names');
  await expect(page.getByText('Nothing leaves your device: the images keep their names.')).toBeVisible();
  await tab(page, /format/i);
  await turnOn(page, 'Resize images');
  await page.getByLabel('Max width').fill('300');
  await run(page, 'Process 1 Image (No AI Credits)');
  await expect(page.getByText('1 image processed, names kept.')).toBeVisible();
  expect(asked()).toBe(0);
  expect(Object.keys(await zip(page))).toEqual(['My Trip_01.PNG']);
});

test('a guest’s first names, asked for side by side, are one visitor’s', async ({ page }) => {
  await upload(page, await Promise.all([1, 2, 3, 4].map((n) => paint(page, `g${n}.jpg`, 'image/jpeg', n + 300, 320, 240))));
  await configure(page);
  await run(page, 'Process 4 Images with AI');
  const usage = await page.evaluate(async () => (await fetch('/api/v1/usage')).json());
  expect(usage.dailyFiles).toBe(4);
});

test('PROC-06: a signed-in person at the limit is offered the same ways', async ({ page }) => {
  await openAsUsedUp(page, async () => {
    await upload(page, [await paint(page, 'first.jpg', 'image/jpeg', 55)]);
    await configure(page);
    await run(page, 'Process 1 Image with AI');
    await startOver(page);
  });
  await upload(page, [await paint(page, 'IMG_0002.jpg', 'image/jpeg', 56)]);
  await configure(page);
  await page.getByRole('button', { name: 'Process 1 Image with AI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Usage Limit Reached' });
  await expect(dialog).toContainText('Daily limit exceeded. You can process 0 more files today.');
  await dialog.getByRole('button', { name: 'Process with cleaned names' }).click();
  await expect(page.getByRole('button', { name: 'New name img-0002.jpg. Change it' })).toBeVisible();
});

test('PROC-01: the steps lead back and forth, take the focus, and a reset clears everything', async ({ page }) => {
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 57)]);
  await configure(page);
  await expect(page.getByRole('heading', { name: 'Configure Processing' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to Upload' }).click();
  await expect(page.getByRole('heading', { name: 'Upload Your Images' })).toBeFocused();
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to Processing' }).click();
  await expect(page.getByText('1 image has a cached name and does not use your allowance, 0 new.')).toBeVisible();
  await run(page, 'Apply Changes to 1 Image (No AI Credits)');
  await expect(page.getByText('0 images processed by AI, 1 used the cache.')).toBeVisible();
  await startOver(page);
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 57)]);
  await configure(page);
  await expect(page.getByRole('button', { name: 'Process 1 Image with AI' })).toBeVisible();
});
