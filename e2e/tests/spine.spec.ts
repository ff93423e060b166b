// From a dropped image to a ZIP, in a real browser against the real binary.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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

/** An answer as it came, not decoded. */
function asked(url: string, headers: Record<string, string>): Promise<{ status?: number; encoding?: string; tag?: string; body: Buffer }> {
  return new Promise((done, failed) => {
    get(url, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const { 'content-encoding': encoding, etag: tag } = answer.headers;
      done({ status: answer.statusCode, encoding, tag, body: Buffer.concat(parts) });
    }).on('error', failed);
  });
}

test("the app's files are the same in every encoding, and are not sent twice", async ({ page }) => {
  const modules: string[] = [];
  page.on('response', (response) => modules.push(response.url()));
  await page.goto('/');
  await page.locator('input[type=file]').first().setInputFiles([await paint(page, 'a.jpg', 'image/jpeg', 1)]);
  await expect.poll(() => modules.some((url) => url.endsWith('.wasm'))).toBe(true);
  const files = [modules.find((url) => url.endsWith('.js')), modules.find((url) => url.endsWith('.wasm')), new URL('/fonts/lato/latin.ttf', page.url()).href];
  for (const url of files as string[]) {
    const plain = await asked(url, { 'accept-encoding': 'identity' });
    expect([plain.status, plain.encoding], url).toEqual([200, undefined]);
    const brotli = await asked(url, { 'accept-encoding': 'gzip, br' });
    expect([brotli.encoding, brotliDecompressSync(brotli.body).equals(plain.body)], url).toEqual(['br', true]);
    const gzip = await asked(url, { 'accept-encoding': 'gzip' });
    expect([gzip.encoding, gunzipSync(gzip.body).equals(plain.body)], url).toEqual(['gzip', true]);
    expect(brotli.body.length, url).toBeLessThan(gzip.body.length);
    for (const [encoding, { tag }] of Object.entries({ identity: plain, 'gzip, br': brotli, gzip })) {
      const again = await asked(url, { 'accept-encoding': encoding, 'if-none-match': tag ?? '' });
      expect([again.status, again.body.length], url).toEqual([304, 0]);
    }
  }
});
