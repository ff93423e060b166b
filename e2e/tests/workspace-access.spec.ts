// Ways through the workspace for everybody: unknown places say so, a small screen has a menu, signing out leaves nothing behind.
import { member, signIn } from './account';
import { expect, test } from './fixtures';
import { Client } from './workspace';

test('ROUTE-04 ROUTE-07: an unknown section says so, and the way on is one click', async ({ page }) => {
  await page.goto('/usage');
  await expect(page).toHaveURL(/\/dashboard\/usage$/);
  await expect(page.getByRole('heading', { name: 'Section not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Tools' }).click();
  await expect(page.getByRole('heading', { name: 'Upload Your Images' })).toBeVisible();
});

test('ROUTE-11 ROUTE-12: on a small screen the menu leads everywhere, and guests are asked in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { name: 'Keep your batches' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('CACHE-01: signing out takes everything that was fetched off this device', async ({ page }) => {
  const person = await member();
  await (await Client.of(person)).storeBatch('Secret party');
  await signIn(page, person);
  await page.goto('/dashboard/jobs');
  await expect(page.getByRole('button', { name: 'Secret party. Rename' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Secret party');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Keep your batches' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Secret party');
});
