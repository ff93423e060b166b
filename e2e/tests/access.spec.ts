// Accessibility on every screen and dialog outside the tool, in both themes: axe-core finds nothing, and at 320 px (a wide screen at
// four times its size) nothing has to be scrolled sideways.
import type { Page } from '@playwright/test';
import { MEMBER, NEWCOMER, type Screen, VISITOR } from '../screens/list';
import { member, signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { dress, furnish, leave, show } from './screens';

const LOOKS = [
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 390 },
] as const;

async function walk(page: Page, screens: Screen[], width: number): Promise<void> {
  for (const screen of screens) {
    await page.setViewportSize({ width, height: 844 });
    await show(page, screen);
    expect.soft(await violations(page), screen.name).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(wide, `${screen.name} sticks out at 320 px`).toBeLessThanOrEqual(0);
    await leave(page, screen);
  }
}

for (const { scheme, width } of LOOKS) {
  test(`a visitor's screens are accessible in ${scheme}`, async ({ page }) => {
    test.setTimeout(300_000);
    await dress(page, scheme);
    await walk(page, VISITOR, width);
  });

  test(`ROUTE-04 ROUTE-11: a member's screens are accessible in ${scheme}`, async ({ page }) => {
    test.setTimeout(300_000);
    await dress(page, scheme);
    const person = await member({ darkMode: scheme === 'dark' });
    await signIn(page, person);
    await walk(page, NEWCOMER, width);
    await furnish(person, scheme);
    await walk(page, MEMBER, width);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  });
}
