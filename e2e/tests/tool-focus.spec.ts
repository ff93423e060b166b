// Where the focus is: never wholly behind a part that sticks to the window's edge, and never lost.
import type { Page } from '@playwright/test';
import { expect, paint, test } from './fixtures';
import { configure, process as run, ready, turnOn, upload } from './tool';

/** The focused control, and whether all of it lies behind something that sticks and that it is no part of. */
function focused(page: Page): Promise<{ name: string; covered: boolean; turn: string }> {
  return page.evaluate(async () => {
    // Scrolling may be smooth: the place counts when it has ended.
    const place = () => `${document.activeElement?.getBoundingClientRect().y} ${scrollY}`;
    for (let before = '', same = 0; same < 4; same = before === place() ? same + 1 : 0) {
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

test('no control is behind what sticks while one tabs through the results and back', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/dashboard/tools');
  const names = Array.from({ length: 12 }, (_, at) => `s${String(at + 1).padStart(3, '0')}.jpg`);
  await upload(page, await Promise.all(names.map((name, at) => paint(page, name, 'image/jpeg', at + 400, 160, 120))));
  await configure(page);
  await turnOn(page, 'Keep my names');
  await run(page, /^Process 12 Images/);
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 30_000 });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).focus();
    expect(await walk(page, 'Tab', /^Download s012/), `forwards at ${size.width}`).toEqual([]);
    expect(await walk(page, 'Shift+Tab', /^Select all that are shown$/), `backwards at ${size.width}`).toEqual([]);
    await page.getByRole('button', { name: /^New name s001/ }).focus();
    for (const key of ['ArrowDown', 'ArrowUp']) {
      for (let row = 0; row < 11; row += 1) {
        await page.keyboard.press(key);
        expect(await focused(page), `${key} at ${size.width}`).toMatchObject({ covered: false });
      }
    }
  }
});
