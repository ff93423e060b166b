// Accessibility by axe-core on every screen a visitor or a member can reach, in both colour schemes.
import type { Page } from '@playwright/test';
import { member, PASSWORD, signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';

const SCREENS = ['/', '/auth', '/auth?mode=signup', '/dashboard/tools', '/dashboard/jobs', '/dashboard/settings', '/terms', '/no/such/page'];
const WAYS_IN = ['/auth?mode=forgot', '/reset-password?token=x', '/confirm?token=x', '/privacy'];

async function dress(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
  await page.addInitScript((value) => localStorage.setItem('nomina-theme', value), scheme);
}

for (const scheme of ['dark', 'light'] as const) {
  for (const path of [...SCREENS, ...WAYS_IN]) {
    test(`${path} has no accessibility violations in ${scheme}`, async ({ page }) => {
      await dress(page, scheme);
      await page.goto(path);
      await expect(page.locator('h1, h2').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }

  test(`a member's screens have no accessibility violations in ${scheme}`, async ({ page, request }) => {
    await dress(page, scheme);
    await signIn(page, await member(request), PASSWORD);
    await page.goto('/dev/mailbox');
    await expect(page.locator('iframe')).toBeVisible();
    expect(await violations(page), 'mailbox').toEqual([]);
    await page.goto('/dashboard/profile');
    await expect(page.getByText('This device')).toBeVisible();
    expect(await violations(page), 'profile').toEqual([]);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page), 'change password').toEqual([]);
    await page.goto('/dashboard/settings');
    await expect(page.getByLabel('Default prefix')).toBeVisible();
    expect(await violations(page), 'settings').toEqual([]);
    await page.getByRole('button', { name: 'Deactivate Account' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page), 'deactivate').toEqual([]);
  });
}
