// Accessibility by axe-core on every screen a visitor can reach, in both colour schemes.
import { violations } from './axe';
import { expect, test } from './fixtures';

const SCREENS = ['/', '/auth', '/auth?mode=signup', '/dashboard/tools', '/dashboard/jobs', '/dashboard/settings', '/terms', '/no/such/page'];

for (const scheme of ['dark', 'light'] as const) {
  for (const path of SCREENS) {
    test(`${path} has no accessibility violations in ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
      await page.addInitScript((value) => localStorage.setItem('nomina-theme', value), scheme);
      await page.goto(path);
      await expect(page.locator('h1, h2').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }
}
