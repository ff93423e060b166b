// Accessibility on every screen and dialog outside the tool, in both themes: axe-core finds nothing, and at 320 px (a wide screen at
// four times its size) nothing has to be scrolled sideways.
import type { Page } from '@playwright/test';
import { MEMBER, NEWCOMER, type Screen, VISITOR } from '../screens/list';
import { member, signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { dress, furnish, leave, show, wear } from './screens';
import { expectFits } from './width';

const LOOKS = [
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 390 },
] as const;

/** Both looks of a screen without fetching it twice. */
async function walk(page: Page, screens: Screen[]): Promise<void> {
  for (const screen of screens) {
    await page.setViewportSize({ width: LOOKS[0].width, height: 844 });
    await show(page, screen);
    for (const { scheme, width } of LOOKS) {
      await page.setViewportSize({ width, height: 844 });
      await wear(page, scheme);
      expect.soft(await violations(page), `${screen.name} in ${scheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFits(page, screen.name);
    await leave(page, screen);
  }
}

test("a visitor's screens are accessible", async ({ page }) => {
  test.setTimeout(300_000);
  await dress(page, 'dark');
  await walk(page, VISITOR);
});

test("ROUTE-04 ROUTE-11: a member's screens are accessible", async ({ page }) => {
  test.setTimeout(300_000);
  await dress(page, 'dark');
  const person = await member({ darkMode: true });
  await signIn(page, person);
  await walk(page, NEWCOMER);
  await furnish(page, person, 'dark');
  await walk(page, MEMBER);
});

for (const scheme of ['dark', 'light'] as const) {
  test(`ROUTE-11: the theme of a person comes with them, in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    await signIn(page, await member({ darkMode: scheme === 'dark' }));
    await page.goto('/dashboard/settings');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  });
}
