// The results as cards and one at a time, and their order: all of it with the keyboard, for a batch of 250.
import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, paint, test } from './fixtures';
import { dress, wear } from './screens';
import { configure, namingBy, openAs, process as run, row, upload } from './tool';

const NAMES = ['red dog', 'blue cat', 'green bird', 'white horse', 'grey mouse', 'brown cow'];

/** Six named images in order; the third and the sixth are unsure. */
async function review(page: Page): Promise<void> {
  await page.route('**/api/v1/naming', (route) => route.fulfill({ json: { provider: 'test', label: 'a test', leavesServer: false, concurrency: 1 } }));
  await namingBy(page, async (call) => {
    const name = NAMES[(call - 1) % NAMES.length] ?? '';
    const seen = { altText: `A ${name}.`, keywords: name.split(' ') };
    return { status: 200, json: { success: true, suggestedName: name, alternatives: [`other-${call}`, `third-${call}`], confidence: call % 3 === 0 ? 0.3 : 0.9, ...seen, provider: 'test' } };
  });
  await upload(page, await Promise.all(NAMES.map((_, at) => paint(page, `p${at + 1}.jpg`, 'image/jpeg', at + 500, 480, 320 + at * 20))));
  await configure(page);
}

const nameButtons = (page: Page) => page.getByRole('button', { name: /^New name / });
const alone = (page: Page, place: number, of = 6) => page.getByRole('region', { name: `Image ${place} of ${of}` });

for (const width of [1440, 390]) {
  test(`cards and the view of one image, with the keyboard alone, at ${width}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await dress(page, 'dark');
    const clean = async (where: string) => {
      for (const scheme of ['light', 'dark'] as const) {
        await wear(page, scheme);
        expect(await violations(page, ['wcag22aa']), `${where} in ${scheme}`).toEqual([]);
      }
    };
    await page.goto('/dashboard/tools');
    await review(page);
    await run(page, 'Process 6 Images with AI');
    await page.getByRole('button', { name: 'Cards' }).focus();
    await page.keyboard.press('Enter');
    const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await expect(cards.first()).toBeVisible();
    const before = (await cards.first().boundingBox())?.width ?? 0;
    await page.getByRole('slider', { name: 'Card size' }).focus();
    await page.keyboard.press(width > 1000 ? 'End' : 'Home');
    await expect.poll(async () => (await cards.first().boundingBox())?.width ?? 0).not.toBe(before);
    await clean('cards');
    await nameButtons(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(nameButtons(page).nth(1)).toBeFocused();
    await page.keyboard.press('f');
    await expect(alone(page, 2)).toBeFocused();
    await expect(alone(page, 2).getByRole('img', { name: 'A blue cat.' })).toBeVisible();
    await clean('one at a time');
    await page.keyboard.press('u');
    await expect(alone(page, 3)).toBeFocused();
    await page.keyboard.press('2');
    await expect(alone(page, 3).getByRole('button', { name: 'New name third-3.jpg. Change it' })).toBeVisible();
    await page.keyboard.press('u');
    await page.keyboard.press('Enter');
    await page.keyboard.type('jolly cow');
    await page.keyboard.press('Enter');
    await expect(alone(page, 6).getByRole('button', { name: 'New name jolly-cow.jpg. Change it' })).toBeFocused();
    await page.keyboard.press('k');
    await expect(alone(page, 5)).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(alone(page, 6).getByRole('button', { name: 'New name brown-cow.jpg. Change it' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'New name brown-cow.jpg. Change it' })).toBeFocused();
    await page.reload();
    await expect(cards.first()).toBeVisible();
  });
}

test('images are moved by keys, by dragging and by buttons; numbers follow, and a reload keeps the order', async ({ page }) => {
  test.setTimeout(120_000);
  await openAs(page, 'essential');
  await review(page);
  await page.getByText('Custom', { exact: true }).click();
  await page.getByLabel('Name pattern').fill('{n}-{name}');
  await run(page, 'Process 6 Images with AI');
  const names = () => nameButtons(page).allTextContents();
  await expect.poll(names).toEqual(['1-red-dog.jpg', '2-blue-cat.jpg', '3-green-bird.jpg', '4-white-horse.jpg', '5-grey-mouse.jpg', '6-brown-cow.jpg']);
  await nameButtons(page).first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(names).toEqual(['1-blue-cat.jpg', '2-red-dog.jpg', '3-green-bird.jpg', '4-white-horse.jpg', '5-grey-mouse.jpg', '6-brown-cow.jpg']);
  await expect(page.getByRole('button', { name: 'New name 2-red-dog.jpg. Change it' })).toBeFocused();

  // What comes and goes above the table moves its rows.
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 30_000 });
  const grip = await row(page, 'p6.jpg').locator('[data-grip]').boundingBox();
  const first = await row(page, 'p2.jpg').boundingBox();
  if (!grip || !first) throw new Error('There is nothing to drag.');
  await page.mouse.move(grip.x + 8, grip.y + 20);
  await page.mouse.down();
  await page.mouse.move(first.x + 300, first.y + 60, { steps: 8 });
  await page.mouse.move(first.x + 300, first.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(names).toEqual(['1-brown-cow.jpg', '2-blue-cat.jpg', '3-red-dog.jpg', '4-green-bird.jpg', '5-white-horse.jpg', '6-grey-mouse.jpg']);

  for (const name of ['p4.jpg', 'p5.jpg']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Move up' }).click();
  await expect.poll(names).toEqual(['1-brown-cow.jpg', '2-blue-cat.jpg', '3-red-dog.jpg', '4-white-horse.jpg', '5-grey-mouse.jpg', '6-green-bird.jpg']);
  await page.keyboard.press('Control+z');
  const kept = ['1-brown-cow.jpg', '2-blue-cat.jpg', '3-red-dog.jpg', '4-green-bird.jpg', '5-white-horse.jpg', '6-grey-mouse.jpg'];
  await expect.poll(names).toEqual(kept);
  await expect.poll(() => storedOrder(page)).toBe(6);
  await expect.poll(() => storedUndo(page)).toBe(2);
  await page.reload();
  await expect.poll(names).toEqual(kept);
  await page.getByRole('button', { name: 'Undo: Move p6.jpg' }).click();
  await expect.poll(async () => (await names())[0]).toBe('1-blue-cat.jpg');
});

/** How many ids the order in the browser's database has. */
const storedOrder = async (page: Page) => (await stored<{ order?: string[] | null }>(page, 'batches'))[0]?.order?.length ?? 0;

/** How many changes the browser's database would undo. */
const storedUndo = async (page: Page) => (await stored<{ past?: unknown[] }>(page, 'history')).find(({ past }) => past)?.past?.length ?? 0;

function stored<Item>(page: Page, name: string): Promise<Item[]> {
  return page.evaluate(
    (name) =>
      new Promise((done) => {
        const opened = indexedDB.open('nomina');
        opened.onsuccess = () => {
          const all = opened.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opened.result.close();
            done(all.result);
          };
        };
      }),
    name,
  );
}

test('a batch of 250 is reviewed from the keyboard', async ({ page }) => {
  test.setTimeout(300_000);
  await openAs(page, 'essential');
  await namingBy(page, async (call) => ({
    status: 200,
    json: { success: true, suggestedName: `image ${call}`, alternatives: [`other ${call}`], confidence: call % 50 === 0 ? 0.3 : 0.9, provider: 'test' },
  }));
  const one = await paint(page, 'one.jpg', 'image/jpeg', 600, 160, 120);
  // A comment of its own makes each file another one.
  const files = Array.from({ length: 250 }, (_, at) => ({ ...one, name: `s${String(at + 1).padStart(3, '0')}.jpg`, buffer: Buffer.concat([one.buffer, Buffer.from(`${at}`)]) }));
  await upload(page, files);
  await configure(page);
  await run(page, 'Process 250 Images with AI');
  await page.getByRole('button', { name: 'Cards' }).click();
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThan(120);
  await nameButtons(page).first().focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('list', { name: 'Results' }).locator('[aria-posinset="250"] [data-name-at]')).toBeFocused();
  await page.keyboard.press('f');
  await expect(alone(page, 250, 250)).toBeFocused();
  await page.keyboard.press('Home');
  for (let place = 2; place <= 250; place += 1) await page.keyboard.press('j');
  await expect(alone(page, 250, 250)).toBeFocused();
  for (let left = 5; left > 0; left -= 1) {
    await expect(page.getByText(`${left} unsure name`, { exact: false })).toBeVisible();
    await page.keyboard.press('u');
    await page.keyboard.press('1');
  }
  await expect(page.getByText('unsure name', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next unsure' })).toHaveCount(0);
});
