// Options as a person meets them: names, marks, plans (OPT-01 to OPT-07, ROUTE-09).
import type { Page } from '@playwright/test';
import { expect, paint, test } from './fixtures';
import { brightness, configure, openAs, process as run, tab, turnOn, upload, zip } from './tool';

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

async function textMark(page: Page, text = '© Nomina'): Promise<void> {
  await tab(page, /watermark/i);
  await turnOn(page, 'Enable text watermark');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
}

test('names follow the pattern, the letters and the separator, and the example shows it', async ({ page }) => {
  await openAs(page, 'starter');
  await upload(page, [await paint(page, 'IMG_0412.jpg', 'image/jpeg', 1), await paint(page, 'IMG_0413.jpg', 'image/jpeg', 2)]);
  await configure(page);
  await page.getByLabel('Prefix').fill('shop');
  await page.getByLabel('Name pattern').fill('{original}');
  await page.getByRole('button', { name: '{n}', exact: true }).click();
  await expect(page.getByLabel('Name pattern')).toHaveValue('{original}-{n}');
  await expect(page.getByText('shop-img-0412-1')).toBeVisible();
  await page.getByLabel('Name pattern').fill('{original}-{n:3}');
  await choose(page, 'Letter case', 'UPPER CASE');
  await choose(page, 'Word separator', 'Underscore _');
  await expect(page.getByText('shop_IMG_0412_001')).toBeVisible();
  await run(page, 'Process 2 Images with AI');
  expect(Object.keys(await zip(page)).sort()).toEqual(['shop_IMG_0412_001.jpg', 'shop_IMG_0413_002.jpg']);
});

test('PROC-03: an essential person drags the mark to its place', async ({ page }) => {
  await openAs(page, 'essential');
  await upload(page, [await paint(page, 'drag.png', 'image/png', 6, 1200, 900)]);
  await configure(page);
  await textMark(page, 'MMMMMM');
  const tile = page.getByRole('img', { name: 'Preview of drag.png' });
  await expect(tile).toBeVisible();
  const box = await tile.boundingBox();
  if (!box) throw new Error('The tile has no box.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.2, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('radio', { name: 'Custom' })).toBeChecked();
  await expect(page.getByRole('slider', { name: 'X', exact: true })).toHaveAttribute('aria-valuenow', /^(29|30|31)$/);
  await expect(page.getByRole('slider', { name: 'Y', exact: true })).toHaveAttribute('aria-valuenow', /^(19|20|21)$/);
  await run(page, 'Process 1 Image with AI');
  const [bytes] = Object.values(await zip(page));
  const [there, corner] = await brightness(page, bytes as Uint8Array, [[0.2, 0.1, 0.3, 0.2], [0.7, 0.85, 0.3, 0.15]]);
  expect(there).toBeGreaterThan((corner ?? 0) + 100);
});

test('a tiled mark covers the whole image', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'tiles.png', 'image/png', 6, 1200, 900)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  const quarters: [number, number, number, number][] = [[0, 0, 0.5, 0.5], [0.5, 0, 0.5, 0.5], [0, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5]];
  const [plain] = Object.values(await zip(page));
  const before = await brightness(page, plain as Uint8Array, quarters);
  await page.getByRole('button', { name: 'Back to Processing' }).click();
  await textMark(page, 'MMMMMM');
  await page.getByText('Tiled', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Tiled' })).toBeChecked();
  await run(page, 'Apply Changes to 1 Image (No AI Credits)');
  const [tiled] = Object.values(await zip(page));
  const after = await brightness(page, tiled as Uint8Array, quarters);
  for (const [at, count] of after.entries()) expect(count).toBeGreaterThan((before[at] ?? 0) + 100);
});

test('OPT-06: only selected images with W get the mark, and the counters say so', async ({ page }) => {
  await page.goto('/dashboard/tools');
  const images = await Promise.all(['a', 'b', 'c'].map((name, at) => paint(page, `${name}.jpg`, 'image/jpeg', at + 30)));
  await upload(page, images);
  await configure(page);
  await textMark(page);
  await expect(page.getByText('Watermarked: 3/3 images')).toBeVisible();
  await page.getByRole('button', { name: 'Watermark on b.jpg' }).click();
  await expect(page.getByText('Watermarked: 2/3 images')).toBeVisible();
  await page.getByRole('button', { name: 'Select Images (3/3)' }).click();
  await page.getByRole('button', { name: 'Select c.jpg' }).click();
  await expect(page.getByText('Selected: 2/3 images')).toBeVisible();
  await expect(page.getByText('Watermarked: 1/2 images')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Watermark on c.jpg' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Watermark None' }).click();
  await expect(page.getByText('Watermarked: 0/2 images')).toBeVisible();
  await page.getByRole('button', { name: 'Watermark All' }).click();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(page.getByText('Selected: 0/3 images')).toBeVisible();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Watermark on b.jpg' }).click();
  await run(page, 'Process 3 Images with AI');
  const untouched = Object.values(await zip(page)).map((bytes) => images.findIndex((one) => one.buffer.equals(bytes)));
  expect(untouched.filter((at) => at >= 0)).toEqual([1]);
});

test('OPT-03: an invalid colour is marked and not used', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'c.jpg', 'image/jpeg', 1)]);
  await configure(page);
  await textMark(page);
  await page.getByLabel('Colour', { exact: true }).fill('#12');
  await expect(page.getByText('Invalid HEX color format. Expected: #ffffff')).toBeVisible();
  const danger = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--danger)';
    return getComputedStyle(probe).color;
  });
  await expect(page.getByLabel('Colour', { exact: true })).toHaveCSS('border-top-color', danger);
  await page.getByLabel('Colour', { exact: true }).fill('rgb(255, 0, 0)');
  await expect(page.getByLabel('Colour format')).toHaveValue('rgb');
  await expect(page.getByText('color format. Expected', { exact: false })).toHaveCount(0);
  await page.getByLabel('Colour', { exact: true }).fill('#ffffff');
  await page.getByLabel('Colour format').selectOption('rgb');
  await expect(page.getByLabel('Colour', { exact: true })).toHaveValue('rgb(255, 255, 255)');
});

test('OPT-06: with the last image removed the preview asks for images', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'only.jpg', 'image/jpeg', 1)]);
  await configure(page);
  await textMark(page);
  await page.getByRole('button', { name: 'Remove only.jpg' }).click();
  await expect(page.getByText('Upload images to see watermark preview')).toBeVisible();
});

test('a bad latitude is refused in its field before anything is named', async ({ page }) => {
  await openAs(page, 'essential');
  await upload(page, [await paint(page, 'l.jpg', 'image/jpeg', 1)]);
  await configure(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('suggest-name')) asked += 1;
  });
  await tab(page, /metadata/i);
  await turnOn(page, 'Add custom metadata');
  await page.getByLabel('Latitude').fill('999');
  await page.getByLabel('Longitude').fill('8.5');
  await expect(page.getByText('The latitude "999" is not a number of degrees between -90 and 90, such as 48.8566.')).toBeVisible();
  await page.getByLabel('Latitude').fill('');
  await expect(page.getByText('A longitude needs a latitude beside it.')).toBeVisible();
  await tab(page, /format/i);
  await page.getByRole('button', { name: 'Process 1 Image with AI' }).click();
  await expect(page.getByText('Processing Failed')).toBeVisible();
  await expect(page.getByLabel('Latitude')).toBeVisible();
  expect(asked).toBe(0);
});

test('an unknown token of a name pattern is said at the field', async ({ page }) => {
  await openAs(page, 'starter');
  await upload(page, [await paint(page, 'n.jpg', 'image/jpeg', 1)]);
  await configure(page);
  await page.getByLabel('Name pattern').fill('{name}_{bogus}');
  await expect(page.getByText(/\{bogus\} is not a known token\. Use \{name\}, .*\{n\}\./)).toBeVisible();
});

test('an image mark must be an image, and is in the output', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'base.jpg', 'image/jpeg', 6, 1200, 900)]);
  await configure(page);
  await tab(page, /watermark/i);
  await page.getByRole('radiogroup', { name: 'Kind of watermark' }).getByText('Image').click();
  await turnOn(page, 'Enable image watermark');
  const pick = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const waiting = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Choose|Change) image$/ }).click();
    await (await waiting).setFiles(file);
  };
  await pick({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
  await expect(page.getByText('logo.png: The watermark must be an image file.')).toBeVisible();
  const white = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(200, 200);
    const draw = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    draw.fillStyle = 'white';
    draw.fillRect(0, 0, 200, 200);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
  await pick({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(white, 'base64') });
  await expect(page.getByRole('img', { name: 'The watermark' })).toBeVisible();
  await page.getByRole('slider', { name: 'Opacity' }).press('End');
  await run(page, 'Process 1 Image with AI');
  const [bytes] = Object.values(await zip(page));
  const [corner, opposite] = await brightness(page, bytes as Uint8Array, [[0.7, 0.6, 0.3, 0.4], [0, 0, 0.3, 0.4]]);
  expect(corner).toBeGreaterThan((opposite ?? 0) + 10_000);
});

test('OPT-02: a font that cannot be fetched is replaced, and the row says so', async ({ page }) => {
  await page.route('**/fonts/lato/**', (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'f.jpg', 'image/jpeg', 6, 900, 600)]);
  await configure(page);
  await textMark(page, 'MMMMMM');
  await choose(page, 'Font', 'Lato');
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByText('The font Lato could not be loaded, so Inter was used instead.')).toBeVisible();
  const [bytes] = Object.values(await zip(page));
  const [corner, opposite] = await brightness(page, bytes as Uint8Array, [[0.7, 0.85, 0.3, 0.15], [0, 0, 0.3, 0.15]]);
  expect(corner).toBeGreaterThan((opposite ?? 0) + 100);
});

test('OPT-05: starter reads what essential opens', async ({ page }) => {
  await openAs(page, 'starter');
  await upload(page, [await paint(page, 's.jpg', 'image/jpeg', 1)]);
  await configure(page);
  await expect(page.getByLabel('Prefix')).toBeEnabled();
  await expect(page.getByText('Custom context is an Essential feature. Upgrade to unlock.')).toBeVisible();
  await textMark(page);
  await expect(page.getByText('Essential feature')).toBeVisible();
  await tab(page, /metadata/i);
  await expect(page.getByText('Premium Feature')).toBeVisible();
  await expect(page.getByText('Custom metadata editing is available with Premium plans and above. Upgrade to unlock this feature.')).toBeVisible();
});

test('a guest is told to sign in for templates', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 't.jpg', 'image/jpeg', 1)]);
  await configure(page);
  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(page.getByText('Please sign in to save templates.')).toBeVisible();
  await page.getByRole('button', { name: 'Load Template' }).click();
  await expect(page.getByText('Please log in to access templates.')).toBeVisible();
});

for (const path of ['/', '/dashboard/tools']) {
  test(`ROUTE-09: a template that cannot be loaded is said on ${path}, and the parameter goes`, async ({ page }) => {
    await page.goto(`${path}?template=0190a0a0-0000-7000-8000-000000000000`);
    await expect(page.getByText('Failed to load template.')).toBeVisible();
    await expect(page).not.toHaveURL(/template=/);
  });
}

test('options survive a reload, and privacy is said before anything leaves', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'o.jpg', 'image/jpeg', 1)]);
  await configure(page);
  await expect(page.getByText('is sent only to this server.', { exact: false })).toBeVisible();
  await expect(page.getByText('Nothing is stored.', { exact: false })).toBeVisible();
  await tab(page, /format/i);
  await turnOn(page, 'Resize images');
  await page.getByLabel('Max width').fill('800');
  await page.reload();
  await configure(page);
  await expect(page.getByLabel('Max width')).toHaveValue('800 px');
});
