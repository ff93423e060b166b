// Where the focus is: never wholly behind a part that sticks to the window's edge, and never lost.
import type { Page } from '@playwright/test';
import { expect, paint, test } from './fixtures';
import { configure, namingBy, process as run, ready, rename, turnOn, upload } from './tool';

/** The focused control, and whether all of it lies behind something that sticks and that it is no part of. */
function focused(page: Page): Promise<{ name: string; covered: boolean; turn: string }> {
  return page.evaluate(async () => {
    // The place counts when scrolling has ended.
    const place = () => `${document.activeElement?.getBoundingClientRect().y} ${scrollY}`;
    for (let before = '', same = 0; same < 2; same = before === place() ? same + 1 : 0) {
      before = place();
      await new Promise(requestAnimationFrame);
    }
    const control = document.activeElement as HTMLElement;
    const box = control.getBoundingClientRect();
    const sticks = (at: Element | null): boolean =>
      at !== null && !at.contains(control) && (/sticky|fixed/.test(getComputedStyle(at).position) || sticks(at.parentElement));
    const hidden = (x: number, y: number) => {
      const top = document.elementFromPoint(x, y);
      return top === null || sticks(top);
    };
    const shares = [0.05, 0.35, 0.65, 0.95];
    const covered = shares.every((x) => shares.every((y) => hidden(box.x + x * box.width, box.y + y * box.height)));
    const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
    return { name: `${control.localName} ${name} at ${Math.round(box.x)} ${Math.round(box.y)}–${Math.round(box.bottom)}`, covered, turn: name };
  });
}

/** Tabs from where the focus is until it leaves the tool; gives back the controls that were covered. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', last: RegExp): Promise<string[]> {
  const covered: string[] = [];
  for (let presses = 0; presses < 150; presses += 1) {
    const now = await focused(page);
    if (now.covered) covered.push(now.name);
    if (last.test(now.turn)) return covered;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${last}`);
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
  { width: 1280, height: 720 },
];

for (const size of SIZES) {
  test(`no control is behind what sticks while one tabs through the results and back at ${size.width}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await page.goto('/dashboard/tools');
    const names = Array.from({ length: 12 }, (_, at) => `s${String(at + 1).padStart(3, '0')}.jpg`);
    await upload(page, await Promise.all(names.map((name, at) => paint(page, name, 'image/jpeg', at + 400, 160, 120))));
    await configure(page);
    await turnOn(page, 'Keep my names');
    await run(page, /^Process 12 Images/);
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 30_000 });
    await page.getByRole('checkbox', { name: 'Select all shown' }).focus();
    expect(await walk(page, 'Tab', /^Download s012/), 'forwards').toEqual([]);
    expect(await walk(page, 'Shift+Tab', /^Select all shown$/), 'backwards').toEqual([]);
    // What sticks is in sight: going there moves nothing.
    await page.getByRole('button', { name: /^New name s006/ }).focus();
    await focused(page);
    const before = await page.evaluate(() => scrollY);
    for (const name of ['Download All as ZIP', 'Keyboard shortcuts', 'Back to Processing']) {
      await page.getByRole('button', { name }).focus();
      await focused(page);
      expect(await page.evaluate(() => scrollY), name).toBe(before);
    }
    await page.getByRole('button', { name: /^New name s001/ }).focus();
    for (const key of ['ArrowDown', 'ArrowUp']) {
      for (let row = 0; row < 11; row += 1) {
        await page.keyboard.press(key);
        expect(await focused(page), key).toMatchObject({ covered: false });
      }
    }
  });
}

const failed = { status: 400, json: { status: 400, code: 'ai_failed', title: 'No' } };

test('the focus is never lost with the control that had it', async ({ page }) => {
  let heals = false;
  await namingBy(page, async () => (heals ? undefined : failed));
  await page.goto('/dashboard/tools');
  await upload(page, await Promise.all(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name, at) => paint(page, name, 'image/jpeg', at + 420, 160, 120))));
  await ready(page);
  // A tile that goes leaves the focus to the one in its place, the last one to the button behind it.
  await page.getByRole('button', { name: 'Remove c.jpg' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove d.jpg' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add More' })).toBeFocused();
  await configure(page);
  await run(page, 'Process 2 Images with AI');

  const tick = page.getByRole('checkbox', { name: 'Select all shown' });
  await tick.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Clear', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(tick).toBeFocused();

  await rename(page, 'a.jpg', 'mine');
  await page.keyboard.press('Control+z');
  const redo = page.getByRole('button', { name: /^Redo/ });
  await redo.focus();
  await page.keyboard.press('Enter');
  await expect(redo).toBeDisabled();
  await expect(redo).toBeFocused();
  await page.keyboard.press('Control+z');

  await page.getByRole('button', { name: 'Failed 2' }).click();
  heals = true;
  await page.getByRole('button', { name: 'Retry 2 images' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing has failed.')).toBeFocused({ timeout: 30_000 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^New name / }).first()).toBeFocused();
  for (const left of [1, 0]) {
    await page.keyboard.press('Delete');
    await expect(page.getByRole('button', { name: /^New name / })).toHaveCount(left);
  }
  await expect(page.getByText('Every image was removed.')).toBeFocused();
});

test('the answer to the newsletter form takes the focus', async ({ page }) => {
  await page.goto('/');
  const field = page.getByLabel('Newsletter, a few times a year');
  await field.scrollIntoViewIfNeeded();
  await field.fill(`focus-${Date.now()}@example.com`);
  await page.getByRole('button', { name: 'Subscribe' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('is subscribed', { exact: false })).toBeFocused();
});
