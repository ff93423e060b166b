// The landing page is light: the tool, its rules and its engine are fetched when they are wanted, not before.
import { sums, transferred } from '../transferred.mjs';
import { expect, paint, test } from './fixtures';
import { upload } from './tool';

test('a first visit costs less than 200 KB of code, without the tool', async ({ page }) => {
  const received = await transferred(page, '/');
  expect(sums(received).code).toBeLessThan(200);
  expect(received.filter(({ path }) => /\.wasm$|\/(tool|results|configure-step)-[^/]+\.js$/.test(path))).toEqual([]);
});

test('a pointer over the drop zone fetches the tool, and the first image the engine', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const rules = page.waitForRequest(/\/rules-[^/]+\.wasm$/);
  await page.getByText('Choose a folder').hover();
  await rules;
  const engine = page.waitForRequest(/\/engine-[^/]+\.wasm$/);
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 1)]);
  await engine;
});

/** A number once it stays the same: scrolling goes on for a while. */
async function atRest(read: () => Promise<number>): Promise<number> {
  let last = Number.NaN;
  const stays = async () => {
    const before = last;
    last = await read();
    return last === before;
  };
  await expect.poll(stays, { intervals: [500] }).toBe(true);
  return last;
}

test('what lies below the first window is laid out afterwards, and a link or a reload finds its place', async ({ page }) => {
  const below = () => page.evaluate(() => document.documentElement.dataset.below);
  const top = (id: string) => page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN), id);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(below).toBeUndefined();
  const hidden = page.locator('#home ~ section').evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility !== 'visible').length);
  expect(await hidden).toBe(0);
  await page.goto('/auth');
  await page.goto('/#pricing');
  expect(await below()).toBeUndefined();
  await expect.poll(() => top('pricing')).toBeLessThan(200);
  const place = await atRest(() => top('pricing'));
  await page.reload();
  await expect.poll(() => top('pricing')).toBe(place);
  // The footer's link, before anything could be laid out by itself.
  await page.goto('/auth');
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('a[href="/#pricing"]').first().click();
  await expect.poll(() => top('pricing')).toBe(place);
});
