// The landing page is light: the tool, its rules and its engine are fetched when they are wanted, not before.
import { sums, transferred } from '../transferred.mjs';
import { expect, paint, test } from './fixtures';
import { upload } from './tool';

test('a first visit costs less than 200 KB of code, without the tool', async ({ page }) => {
  const received = await transferred(page, '/');
  expect(sums(received).code).toBeLessThan(200);
  expect(received.filter(({ path }) => /\.wasm$|\/(tool|results|configure-step)-[^/]+\.js$/.test(path))).toEqual([]);
});

test('a pointer over the drop zone fetches the tool, and the first picture the engine', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const rules = page.waitForRequest(/\/rules-[^/]+\.wasm$/);
  await page.getByText('Choose a folder').hover();
  await rules;
  const engine = page.waitForRequest(/\/engine-[^/]+\.wasm$/);
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 1)]);
  await engine;
});
