// Every section at both widths and in both themes: nothing sticks out, axe finds nothing, and unknown places say so.
import { member, signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { Client } from './workspace';

/** Each section, and something that is there when it has been fetched. */
const SECTIONS = {
  tools: 'Upload Your Images',
  jobs: 'Show the files',
  'jobs?view=tasks': 'Select all',
  templates: 'White ground',
  profile: 'This device',
  settings: 'Save finished batches',
  billing: 'starter',
};

for (const width of [390, 1440]) {
  for (const theme of ['dark', 'light']) {
    test(`ROUTE-04 ROUTE-11: every section at ${width} px, ${theme}`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.setViewportSize({ width, height: 844 });
      const person = await member();
      const client = await Client.of(person);
      await client.storeBatch('A batch with a name that is long enough to need more than one line on a small screen');
      await client.call('POST', '/api/v1/templates', { name: 'Shop', description: 'White ground', templateData: {} });
      await client.call('POST', '/api/v1/jobs', { jobName: 'Running', fileCount: 4, newFiles: 0 });
      // The theme is the person's: it comes with the preferences.
      await client.call('PUT', '/api/v1/preferences', { darkMode: theme === 'dark' });
      await signIn(page, person);
      for (const [section, sign] of Object.entries(SECTIONS)) {
        await page.goto(`/dashboard/${section}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('main').getByText(sign, { exact: false }).first()).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide, `${section} sticks out`).toBeLessThanOrEqual(0);
        expect(await violations(page), section).toEqual([]);
      }
    });
  }
}

test('ROUTE-04 ROUTE-07: an unknown section says so, and the way on is one click', async ({ page }) => {
  await page.goto('/usage');
  await expect(page).toHaveURL(/\/dashboard\/usage$/);
  await expect(page.getByRole('heading', { name: 'Section not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the tools' }).click();
  await expect(page.getByRole('heading', { name: 'Upload Your Images' })).toBeVisible();
});

test('ROUTE-11 ROUTE-12: on a small screen the menu leads everywhere, and guests are asked in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { name: 'Your batches, kept for you' })).toBeVisible();
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
  await expect(page.getByRole('heading', { name: 'Your batches, kept for you' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Secret party');
});
