// Mailed links, unsaved changes and the way in on a phone: what must not happen behind a person's back.
import { somebody } from '../account.mjs';
import { fillSignIn, mailedLink, member, signIn } from './account';
import { expect, test } from './fixtures';

test('a confirmation link opened in another browser asks for the password of that sign-up', async ({ page, request }) => {
  const person = somebody();
  await request.post('/api/v1/auth/signup', { data: { ...person, fullName: 'Ada' } });
  await page.goto(await mailedLink(request, person.email, 'confirm'));
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not this one');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This is not the password of this sign-up. Nothing was confirmed.');
  await page.reload();
  await password.fill(person.password);
  await password.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
});

test('a link opened while somebody else is signed in asks before it switches', async ({ page, request }) => {
  const grace = await member();
  await signIn(page, grace);
  const person = somebody();
  await request.post('/api/v1/auth/signup', { data: { ...person, fullName: 'Ada' } });
  const link = await mailedLink(request, person.email, 'confirm');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Switch to the new account?' })).toBeVisible();
  await expect(page.getByText(grace.email)).toBeVisible();
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(grace.email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm and switch' }).click();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('settings that were changed and not saved are not left by accident', async ({ page }) => {
  await signIn(page, await member());
  await page.goto('/dashboard/settings');
  await page.getByLabel('Default prefix').fill('trip-');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByLabel('Default prefix')).toHaveValue('trip-');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByLabel('Default prefix')).toHaveValue('');
});

test('a session that ends elsewhere takes no unsaved change with it', async ({ page, browser, baseURL }) => {
  const person = await member();
  await signIn(page, person);
  await page.goto('/dashboard/settings');
  await page.getByLabel('Default prefix').fill('trip-');
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(desk, person);
  await desk.goto('/dashboard/profile');
  await desk.getByRole('button', { name: 'Sign Out Other Devices' }).click();
  await expect(desk.getByRole('button', { name: 'Sign Out Other Devices' })).toBeHidden();
  await desk.context().close();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('button', { name: 'Go to Sign In' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' }).first()).toBeVisible();
  await fillSignIn(page, person);
  await expect(page).toHaveURL('/dashboard/settings');
  await expect(page.getByLabel('Default prefix')).toHaveValue('trip-');
});

test('the theme goes with the account (SET-04)', async ({ page, browser, baseURL }) => {
  const person = await member();
  await signIn(page, person);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/preferences') && answer.request().method() === 'PUT');
  await page.getByRole('radio', { name: 'Light' }).first().check({ force: true });
  expect((await saved).ok()).toBe(true);
  const phone = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(phone, person);
  await expect(phone.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await phone.context().close();
});

test('on a phone the header has a menu with the anchors and Sign in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Use Cases' })).toBeHidden();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Use Cases' }).click();
  await expect(page).toHaveURL('/#use-cases');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/auth');
});
