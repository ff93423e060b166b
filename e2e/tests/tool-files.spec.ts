// What comes out, judged by other people's programs: unzip, exiftool, Pillow (PROC-04, PROC-05, RES-03).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, paint, type TestImage, test } from './fixtures';
import { decoded, missing, tags, writeTags } from './programs';
import { chooseOption, configure, openAs, process as run, tab, turnOn, upload, zipFile } from './tool';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nomina-files-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Downloads the ZIP, tests and unpacks it with unzip, and gives the files. */
async function unpack(page: Page): Promise<string[]> {
  const path = await zipFile(page);
  expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected');
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  execFileSync('unzip', ['-q', path, '-d', out]);
  return readdirSync(out).sort().map((name) => join(out, name));
}

/** A JPEG with a camera, a place and a date in it, written by exiftool. */
async function withMetadata(page: Page, name: string): Promise<TestImage> {
  const image = await paint(page, name, 'image/jpeg', 100, 800, 600);
  const path = join(folder, name);
  writeFileSync(path, image.buffer);
  writeTags(path, {
    Make: 'Canon',
    Model: 'Canon EOS R6',
    'EXIF:DateTimeOriginal': '2024:08:17 14:30:22',
    'EXIF:GPSLatitude': '48.8584',
    'EXIF:GPSLatitudeRef': 'N',
    'EXIF:GPSLongitude': '2.2945',
    'EXIF:GPSLongitudeRef': 'E',
    'XMP-dc:Creator': 'Somebody',
    'IPTC:Keywords': 'old',
  });
  return { ...image, buffer: readFileSync(path) };
}

test.describe('metadata', () => {
  test.skip(() => Boolean(missing('exiftool') ?? missing('unzip')), missing('exiftool') ?? missing('unzip') ?? '');

  test('PROC-04: removed metadata is gone for exiftool, the date stays, and the pixels are not touched', async ({ page }) => {
    await openAs(page, 'starter');
    const image = await withMetadata(page, 'paris.jpg');
    expect(Object.keys(tags(join(folder, 'paris.jpg'))).some((tag) => tag.includes('GPS'))).toBe(true);
    await upload(page, [image]);
    await configure(page);
    await tab(page, /metadata/i);
    await turnOn(page, 'Remove existing metadata');
    await run(page, 'Process 1 Image with AI');
    const [file] = await unpack(page);
    const found = tags(file as string);
    expect(Object.keys(found).filter((tag) => /^(EXIF|XMP|IPTC|Composite):.*(GPS|Make|Model|Creator|Keywords)/.test(tag))).toEqual([]);
    expect(found['EXIF:DateTimeOriginal']).toBe('2024:08:17 14:30:22');
    // The coded image itself, from the start of the scan on, is the very same.
    const scan = (bytes: Buffer) => bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])));
    expect(scan(readFileSync(file as string)).equals(scan(image.buffer))).toBe(true);
  });

  test('PROC-04: what is written is read by exiftool, in every format', async ({ page }) => {
    await openAs(page, 'essential');
    await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 101), await paint(page, 'b.png', 'image/png', 102), await paint(page, 'c.webp', 'image/webp', 103)]);
    await configure(page);
    await tab(page, /metadata/i);
    await turnOn(page, 'Add custom metadata');
    const fields = { Title: 'Zwölf Boote', Author: 'Ada Lovelace', Description: 'Boats on a lake', Keywords: 'boats, lake', Copyright: '© Ada 2026', Location: 'Zürich', Latitude: '47.3769', Longitude: '8.5417' };
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByText('4', { exact: true }).click();
    await run(page, 'Process 3 Images with AI');
    const files = await unpack(page);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const found = tags(file);
      expect(found['XMP:Title'], file).toBe('Zwölf Boote');
      expect(found['XMP:Creator'], file).toBe('Ada Lovelace');
      expect(found['XMP:Description'], file).toBe('Boats on a lake');
      expect(found['XMP:Subject'], file).toEqual(['boats', 'lake']);
      expect(found['XMP:Rights'], file).toBe('© Ada 2026');
      expect(found['XMP:Rating'], file).toBe(4);
      expect(found['Composite:GPSLatitude'], file).toBeCloseTo(47.3769, 3);
      expect(found['Composite:GPSLongitude'], file).toBeCloseTo(8.5417, 3);
      expect(found['ExifTool:Warning'], file).toBeUndefined();
    }
  });
});

test.describe('pixels', () => {
  test.skip(() => Boolean(missing('pillow') ?? missing('unzip')), missing('pillow') ?? missing('unzip') ?? '');

  for (const [format, pillow] of [['JPEG', 'JPEG'], ['PNG', 'PNG'], ['WebP', 'WEBP'], ['AVIF', 'AVIF']] as const) {
    test(`PROC-05: ${format} of the wanted size, with the colours of the original, as Pillow decodes it`, async ({ page }) => {
      await page.goto('/dashboard/tools');
      const sources = [await paint(page, 'wide.jpg', 'image/jpeg', 110, 1600, 900), await paint(page, 'high.png', 'image/png', 111, 600, 1200), await paint(page, 'small.webp', 'image/webp', 112, 200, 100)];
      await upload(page, sources);
      await configure(page);
      await tab(page, /format/i);
      await turnOn(page, 'Convert format');
      await page.getByRole('combobox', { name: 'Output format' }).click();
      await page.getByRole('option', { name: format }).click();
      await turnOn(page, 'Resize images');
      await page.getByLabel('Max width').fill('800');
      await page.getByLabel('Max height').fill('800');
      await run(page, 'Process 3 Images with AI');
      await chooseOption(page, 'Add lists to the ZIP');
      await unpack(page);
      const { files } = JSON.parse(readFileSync(join(folder, 'out/nomina-manifest.json'), 'utf8'));
      for (const { name, buffer } of sources) writeFileSync(join(folder, name), buffer);
      const before = decoded(sources.map(({ name }) => join(folder, name)));
      const after = decoded(files.map((file: { path: string }) => join(folder, 'out', file.path)));
      expect(after.map((one) => one.format)).toEqual([pillow, pillow, pillow]);
      expect(after.map((one) => one.size)).toEqual([[800, 450], [400, 800], [200, 100]]);
      for (const [at, { mean }] of after.entries()) {
        for (const part of [0, 1, 2]) expect(Math.abs((mean[part] ?? 0) - (before[at]?.mean[part] ?? 99))).toBeLessThanOrEqual(3);
      }
    });
  }

  test('JPEG XL and AVIF become WebP with the colours that other decoders see', async ({ page }) => {
    const fixture = (name: string) => join(import.meta.dirname, '../../crates/engine/tests/fixtures', name);
    const seen = { 'photo-jpeg.jxl': 'photo-jpeg-djxl.png', 'photo-progressive.jxl': 'photo-progressive-djxl.png', 'quarters.avif': 'quarters.avif' };
    const types = { jxl: 'image/jxl', avif: 'image/avif' };
    const sources = Object.keys(seen).map((name) => ({ name, mimeType: types[name.split('.')[1] as keyof typeof types], buffer: readFileSync(fixture(name)) }));
    await page.goto('/dashboard/tools');
    await upload(page, sources);
    await configure(page);
    await tab(page, /format/i);
    await turnOn(page, 'Convert format');
    await page.getByRole('combobox', { name: 'Output format' }).click();
    await page.getByRole('option', { name: 'WebP' }).click();
    await run(page, 'Process 3 Images with AI');
    await chooseOption(page, 'Add lists to the ZIP');
    await unpack(page);
    const { files } = JSON.parse(readFileSync(join(folder, 'out/nomina-manifest.json'), 'utf8'));
    const before = decoded(Object.values(seen).map(fixture));
    const after = decoded(files.map((file: { path: string }) => join(folder, 'out', file.path)));
    expect(after.map((one) => one.format)).toEqual(['WEBP', 'WEBP', 'WEBP']);
    expect(after.map((one) => one.size)).toEqual(before.map((one) => one.size));
    for (const [at, { mean }] of after.entries()) {
      for (const part of [0, 1, 2]) expect(Math.abs((mean[part] ?? 0) - (before[at]?.mean[part] ?? 99)), sources[at]?.name).toBeLessThanOrEqual(3);
    }
  });
});
