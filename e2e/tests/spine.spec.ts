// From a dropped image to a ZIP, in a real browser against the real binary.
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, paint, sizeByBrowser, test } from './fixtures';

test('three images are named, one name is edited, and the ZIP holds them re-encoded', async ({ page }) => {
  await page.goto('/');
  const images = [
    await paint(page, 'IMG_0001.jpg', 'image/jpeg', 1),
    await paint(page, 'Holiday Picture.png', 'image/png', 2),
    await paint(page, 'shop item.webp', 'image/webp', 3),
  ];
  await page.locator('input[type=file]').first().setInputFiles(images);
  await expect(page.getByText('Images Added')).toBeVisible();
  await expect(page.getByText('3/20')).toBeVisible();
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click();

  await page.getByRole('tab', { name: /format/i }).click();
  await page.getByRole('switch', { name: 'Convert format' }).check({ force: true });
  await page.getByRole('button', { name: 'Process 3 Images with AI' }).click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 60_000 });

  const names = page.getByRole('button', { name: /^New name / });
  await expect(names).toHaveCount(3);
  await names.first().click();
  const field = page.getByRole('textbox', { name: /^New name for / });
  await field.fill('My First Picture');
  await field.press('Enter');

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All as ZIP' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('processed-images.zip');
  const entries = unzipSync(readFileSync(await download.path()));
  expect(Object.keys(entries)).toHaveLength(3);
  expect(Object.keys(entries)).toContain('my-first-picture.jpg');
  for (const [name, bytes] of Object.entries(entries)) {
    expect(name).toMatch(/\.jpg$/);
    expect([bytes[0], bytes[1]]).toEqual([0xff, 0xd8]);
    expect(await sizeByBrowser(page, bytes, 'image/jpeg')).toEqual({ width: 640, height: 480 });
  }
});
