// The tool's promises, row by row of the ledger, in a real browser against the real binary.
import type { Page } from '@playwright/test';
import { expect, paint, sizeByBrowser, test } from './fixtures';
import { configure, process, tab, turnOn, upload, zip } from './tool';

test.beforeEach(async ({ page }) => {
  await page.goto('/dashboard/tools');
});

test('UP-05: going on without images is refused', async ({ page }) => {
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click();
  await expect(page.getByText('No images uploaded')).toBeVisible();
  await expect(page.getByText('Please upload at least one image before proceeding.')).toBeVisible();
  await expect(page.getByRole('tab', { name: /naming/i })).toHaveCount(0);
});

/** How many images the browser's storage holds; saving runs beside the screen. */
function kept(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('nomina');
        opened.onsuccess = () => {
          const counted = opened.result.transaction('pictures').objectStore('pictures').count();
          counted.onsuccess = () => {
            opened.result.close();
            resolve(counted.result);
          };
        };
      }),
  );
}

test('UP-06: images survive a reload and are forgotten when cleared', async ({ page }) => {
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 1), await paint(page, 'b.jpg', 'image/jpeg', 2)]);
  await expect(page.getByText('2/20')).toBeVisible();
  await expect.poll(() => kept(page)).toBe(2);
  await page.reload();
  await expect(page.getByText('2 previously uploaded images have been restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect.poll(() => kept(page)).toBe(0);
  await page.reload();
  await expect(page.getByText('Files Restored')).toHaveCount(0);
});

test('PROC-05 NAME-08: resize and conversion reach the file, and equal names get numbers', async ({ page }) => {
  const wide = await paint(page, 'same.png', 'image/png', 4, 2400, 1200);
  const again = await paint(page, 'SAME.png', 'image/png', 5, 800, 600);
  await upload(page, [wide, again]);
  await configure(page);
  await tab(page, /format/i);
  await turnOn(page, 'Convert format');
  await turnOn(page, 'Resize images');
  await process(page, 'Process 2 Images with AI');
  const entries = await zip(page);
  const names = Object.keys(entries);
  expect(new Set(names.map((n) => n.toLowerCase())).size).toBe(2);
  const sizes = await Promise.all(Object.values(entries).map((bytes) => sizeByBrowser(page, bytes, 'image/jpeg')));
  expect(sizes).toContainEqual({ width: 1920, height: 960 });
  expect(sizes).toContainEqual({ width: 800, height: 600 });
});

test('OPT-07 PROC-03: the text mark is in the output where the preview shows it', async ({ page }) => {
  await upload(page, [await paint(page, 'mark.png', 'image/png', 6, 1200, 800)]);
  await configure(page);
  await tab(page, /watermark/i);
  await turnOn(page, 'Enable text watermark');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('© Nomina');
  await expect(page.getByText('Watermarked: 1/1 images')).toBeVisible();
  await process(page, 'Process 1 Image with AI');
  const [bytes] = Object.values(await zip(page));
  const changed = await page.evaluate(async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const draw = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    draw.drawImage(image, 0, 0);
    const bright = (x: number, y: number, w: number, h: number) => {
      const { data } = draw.getImageData(x, y, w, h);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (Math.min(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0) > 170) count += 1;
      return count;
    };
    return { corner: bright(image.width - 250, image.height - 70, 240, 60), opposite: bright(10, 10, 240, 60) };
  }, Buffer.from(bytes as Uint8Array).toString('base64'));
  expect(changed.corner).toBeGreaterThan(changed.opposite + 50);
});

test('PROC-02 NAME-06: going back and applying changes costs no AI credits', async ({ page }) => {
  await upload(page, [await paint(page, 'one.jpg', 'image/jpeg', 7)]);
  await configure(page);
  await process(page, 'Process 1 Image with AI');
  await expect(page.getByText('Processing Complete!')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Processing' }).click();
  await expect(page.getByText('Smart Processing Mode')).toBeVisible();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('suggest-name')) asked += 1;
  });
  await process(page, 'Apply Changes to 1 Image (No AI Credits)');
  expect(asked).toBe(0);
});

test('OPT-05: a guest sees what needs an account', async ({ page }) => {
  await upload(page, [await paint(page, 'g.jpg', 'image/jpeg', 8)]);
  await configure(page);
  await expect(page.getByRole('textbox', { name: 'Prefix' })).toBeDisabled();
  await expect(page.getByText('Custom context requires login')).toBeVisible();
  await tab(page, /metadata/i);
  await expect(page.getByText('Custom metadata editing requires login. Please sign in to access these features.')).toBeVisible();
});

test('an image that nothing is asked of keeps its bytes', async ({ page }) => {
  const image = await paint(page, 'as-is.webp', 'image/webp', 9);
  await upload(page, [image]);
  await configure(page);
  await process(page, 'Process 1 Image with AI');
  const [bytes] = Object.values(await zip(page));
  expect(Buffer.from(bytes as Uint8Array).equals(image.buffer)).toBe(true);
});
