// With images in it the tool owns the window: options, images and the main button are there at once, at every size.
import type { Page } from '@playwright/test';
import { expect, paint, type TestImage, test } from './fixtures';
import { configure, openAs, ready, upload } from './tool';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

/** Many images that differ in their last byte. */
async function many(page: Page, count: number): Promise<TestImage[]> {
  const one = await paint(page, 'x.jpg', 'image/jpeg', 1, 64, 48);
  return Array.from({ length: count }, (_, n) => ({ ...one, name: `p${n}.jpg`, buffer: Buffer.concat([one.buffer, Buffer.from([n])]) }));
}

async function everythingIsThere(page: Page, count: number): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const where = `${count} images at ${size.width} px`;
    await expect(page.getByRole('button', { name: `Process ${count} Image${count === 1 ? '' : 's'} with AI` }), where).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('tab', { name: 'Naming' }), where).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('switch', { name: 'Keep my names' }), where).toBeInViewport({ ratio: 1 });
    if (size.width > 1000) await expect(page.getByText('p0', { exact: true }), where).toBeInViewport({ ratio: 1 });
  }
}

for (const address of ['/', '/dashboard/tools']) {
  test(`options, images and the main button fit into the window on ${address}`, async ({ page }) => {
    await openAs(page, 'essential');
    await page.goto(address);
    for (const count of [1, 30, 250]) {
      await upload(page, await many(page, count));
      await expect(page.getByText(`${count}/250`)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Next: Configure Processing' })).toBeInViewport({ ratio: 1 });
      await configure(page);
      await everythingIsThere(page, count);
      await page.getByRole('button', { name: 'Back to Upload' }).click();
      await page.getByRole('button', { name: 'Clear All' }).click();
    }
  });
}

test('the hero steps aside for images, comes back when asked, and the rest of the page is below', async ({ page }) => {
  await page.goto('/');
  const lead = page.getByText('Drop a folder. Nomina looks at each image', { exact: false });
  await expect(lead).toBeInViewport();
  await upload(page, await many(page, 1));
  await ready(page);
  const tool = page.getByRole('region', { name: 'Image tool' });
  await expect.poll(async () => (await tool.boundingBox())?.width ?? 0).toBeGreaterThan(1250);
  await page.getByRole('button', { name: 'Exit full window' }).click();
  await expect.poll(async () => (await tool.boundingBox())?.width ?? 0).toBeLessThan(1250);
  await page.getByRole('button', { name: 'Expand to full window' }).click();
  await page.getByRole('link', { name: 'Features' }).first().click();
  await expect(page.locator('#features')).toBeInViewport();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});
