// Accessibility by axe-core on the ways into an account and on a member's screens, in both colour schemes.
import type { Page } from '@playwright/test';
import { member, signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';

const WAYS_IN = ['/auth?mode=forgot', '/reset-password?token=x', '/confirm?token=x', '/privacy'];

async function dress(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
  // The mailbox shows mails in a frame that has no storage.
  await page.addInitScript((value) => window === window.top && localStorage.setItem('nomina-theme', value), scheme);
}

for (const scheme of ['dark', 'light'] as const) {
  test(`the ways into an account have no accessibility violations in ${scheme}`, async ({ page }) => {
    await dress(page, scheme);
    for (const path of WAYS_IN) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      expect(await violations(page), path).toEqual([]);
    }
    await page.goto('/dashboard/jobs');
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('dialog').getByLabel('Full name')).toBeVisible();
    expect(await violations(page), 'sign-up dialog').toEqual([]);
  });

  test(`a member's screens have no accessibility violations in ${scheme}`, async ({ page }) => {
    await dress(page, scheme);
    await signIn(page, await member({ darkMode: scheme === 'dark' }));
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
