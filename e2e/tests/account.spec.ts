// Accounts in a real browser on the real binary, from sign-up to deactivation and back.
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { somebody } from '../account.mjs';
import { fillSignIn, followMail, mailbox, mailedLink, member, signIn } from './account';
import { expect, paint, test } from './fixtures';
import { configure, upload } from './tool';
import { expectFits } from './width';

test('an account from sign-up to deactivation and back', async ({ page }) => {
  test.setTimeout(180_000);
  const person = somebody();
  const address = person.email;

  await test.step('sign up (AUTH-02, AUTH-03)', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await expect(page).toHaveURL('/auth?mode=signup');
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Check your email for a confirmation link!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'This server does not send email. Open its mailbox' })).toHaveAttribute('href', /^\/dev\/mailbox\?token=[\w-]+$/);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  });

  await test.step('sign-in before confirming is refused clearly', async () => {
    await fillSignIn(page, person);
    await expect(page.getByRole('alert')).toContainText('Email not confirmed');
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible();
  });

  await test.step('the mail is in the mailbox and its link confirms', async () => {
    await followMail(page, address, 'Confirm your email address', 'Confirm email address');
    await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    await expect(page, 'the token is not in the address bar').toHaveURL('/confirm');
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('You are signed out on this device.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  await test.step('sign in (AUTH-04)', async () => {
    await signIn(page, person);
    await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
  });

  await test.step('change the name (PROF-01)', async () => {
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(page.getByLabel('Email')).toHaveValue(address);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await page.getByLabel('Full name').fill('Countess of Lovelace');
    await page.getByLabel('Full name').press('Enter');
    await expect(page.getByText('Profile Updated')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Countess of Lovelace' })).toBeVisible();
  });

  await test.step('change the password (AUTH-10); the dialog closes by itself', async () => {
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByLabel('New password', { exact: true }).fill('staple battery');
    await dialog.getByLabel('Confirm new password').fill('staple battery');
    await dialog.getByRole('button', { name: 'Update Password' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Current password is incorrect');
    await dialog.getByLabel('Current password').fill(person.password);
    await dialog.getByLabel('Current password').press('Enter');
    await expect(dialog.getByText('Password updated successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('change preferences (SET-01, SET-02); they are there after a reload and pre-fill the tool (SET-03)', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByText('WebP', { exact: true }).click();
    await page.getByRole('slider', { name: /Default quality/ }).press('ArrowLeft');
    await page.getByLabel('Default prefix').fill('trip-');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Settings Saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Default prefix')).toHaveValue('trip-');
    await expect(page.getByRole('radio', { name: 'WebP' })).toBeChecked();
    await expect(page.getByRole('slider', { name: /Default quality/ })).toHaveAttribute('aria-valuenow', '80');
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await upload(page, [await paint(page, 'IMG_1.jpg', 'image/jpeg', 1)]);
    await configure(page);
    await expect(page.getByLabel('Prefix')).toHaveValue('trip-');
  });

  await test.step('sign out, forget the password, set a new one (AUTH-05, ROUTE-06)', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL(/mode=forgot/);
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Email').press('Enter');
    await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();
    await followMail(page, address, 'Reset your password', 'Set a new password');
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    await expect(page, 'the token is not in the address bar').toHaveURL('/reset-password');
    await page.getByLabel('New password', { exact: true }).fill('a third password');
    await page.getByLabel('Confirm new password').fill('a third password');
    await page.getByLabel('Confirm new password').press('Enter');
    await expect(page.getByText('Password updated successfully!')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Sign In' }).click();
    await fillSignIn(page, { email: address, password: 'staple battery' });
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
    await fillSignIn(page, { email: address, password: 'a third password' });
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('deactivate by typing the address (ROUTE-17)', async () => {
    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Deactivate Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate account' });
    const go = dialog.getByRole('button', { name: 'Deactivate Account' });
    await expect(go).toBeDisabled();
    await dialog.getByLabel(`Type ${address} to confirm`).fill(address);
    await expect(go).toBeDisabled();
    await dialog.getByLabel('Your password', { exact: true }).fill('a third password');
    await go.click();
    await expect(page.getByText('Account Deactivated')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  await test.step('signing in offers to restore, and everything is there again', async () => {
    await page.goto('/auth?redirect=%2Fdashboard%2Fprofile');
    await fillSignIn(page, { email: address, password: 'a third password' });
    await expect(page.getByRole('alert')).toContainText('This account is deactivated.');
    await page.getByRole('button', { name: 'Restore my account' }).click();
    await expect(page).toHaveURL('/dashboard/profile');
    await expect(page.getByLabel('Full name')).toHaveValue('Countess of Lovelace');
  });
});

test('a link works once', async ({ page, request }) => {
  const person = await member();
  await request.post('/api/v1/auth/forgot', { data: { email: person.email } });
  const link = await mailedLink(request, person.email, 'reset-password');
  await page.goto(link);
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill('another password');
  await page.getByLabel('Confirm new password').fill('another password');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This link is no longer valid. Please ask for a new one.')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true }), 'nobody thinks of a password for nothing').toBeHidden();
});

for (const place of ['page', 'dialog'] as const) {
  test(`the form as a ${place}: three modes, an alert, a clean slate after each switch (AUTH-01)`, async ({ page }) => {
    await page.goto(place === 'page' ? '/auth' : '/dashboard/jobs');
    if (place === 'dialog') await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    const form = place === 'page' ? page.getByRole('main') : page.getByRole('dialog', { name: 'Account' });
    await form.getByLabel('Email').fill('not an address');
    await form.getByLabel('Email').press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Please enter a valid email address');
    await expect(form.getByLabel('Email')).toBeFocused();

    await form.getByRole('button', { name: 'Create one' }).click();
    await expect(form.getByRole('alert')).toBeHidden();
    await expect(form.getByLabel('Email')).toHaveValue('');
    await expect(form.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
    await expect(form.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
    await form.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(form.getByRole('alert')).toContainText('Social login failed: signing in with Google is not set up on this server.');

    await form.getByRole('button', { name: 'Sign in', exact: true }).click();
    await form.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(form.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await expect(form.getByRole('alert')).toBeHidden();
    await expect(form.getByLabel('Password')).toHaveCount(0);
    await expect(form.getByLabel('Email')).toHaveAttribute('autocomplete', 'email');
  });
}

test('whoever signs in by the dialog stays on the page', async ({ page }) => {
  const person = await member();
  await page.goto('/dashboard/templates');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await fillSignIn(page, person);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/dashboard/templates');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a protected page leads to sign-in and back to the wanted path (ROUTE-10)', async ({ page }) => {
  const person = await member();
  await page.goto('/dashboard/settings');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByText('Please sign in to access this page.')).toBeVisible();
  await expect(page).toHaveURL('/auth?redirect=%2Fdashboard%2Fsettings');
  await fillSignIn(page, person);
  await expect(page).toHaveURL('/dashboard/settings');
  await expect(page.getByLabel('Default prefix')).toBeVisible();
});

test('a foreign destination is not followed (ROUTE-03)', async ({ page }) => {
  const person = await member();
  await page.goto('/auth?redirect=%2F%2Fevil.example%2Fdashboard');
  await fillSignIn(page, person);
  await expect(page).toHaveURL('/dashboard');
});

test('other tabs follow a sign-in and a sign-out (AUTH-09)', async ({ page, context }) => {
  const person = await member();
  const other = await context.newPage();
  await other.goto('/dashboard/profile');
  await expect(other.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await signIn(page, person);
  await expect(other.getByLabel('Full name')).toHaveValue('Ada Lovelace');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('button', { name: 'Create Account' })).toBeVisible();
});

test('a session of another device can be ended, and is over there at the next look', async ({ page, browser, baseURL }) => {
  const person = await member();
  await signIn(page, person);
  const phone = await (await browser.newContext({ baseURL: baseURL ?? '', userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' })).newPage();
  await signIn(phone, person);
  await phone.goto('/dashboard/profile');
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Sign Out: Safari on iOS' }).click();
  await expect(page.getByText('Safari on iOS')).toBeHidden();
  await expect(page.getByText('This device')).toBeVisible();
  await phone.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(phone.getByText('Your session has ended.')).toBeVisible();
  await expect(phone.getByRole('main').getByRole('button', { name: 'Create Account' })).toBeVisible();
  await phone.context().close();
});

test('the history can be deleted and all data taken along as one ZIP', async ({ page }) => {
  const person = await member();
  await signIn(page, person);
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Delete All Processing History' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete All' }).click();
  await expect(page.getByText('History Deleted')).toBeVisible();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export My Data' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(person.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  const entries = unzipSync(readFileSync(await (await waiting).path()));
  expect(Object.keys(entries)).toContain('sessions.json');
  const [profile] = JSON.parse(new TextDecoder().decode(entries['profile.json'])) as { email: string }[];
  expect(profile?.email).toBe(person.email);
});

test('scripts cannot see the session cookie, and no storage holds a token', async ({ page }) => {
  const person = await member();
  await signIn(page, person);
  const kept = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'rt');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(kept).not.toContain(cookie?.value);
  expect(kept).not.toMatch(/access_token|accessToken|Bearer/);
});

test('every account screen fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await member();
  const fits = async (path: string) => {
    await page.goto(path);
    await expect(page.locator('h1, h2').first()).toBeVisible();
    await expectFits(page, path);
  };
  for (const path of ['/auth', '/auth?mode=signup', '/auth?mode=forgot', '/reset-password?token=x', '/confirm?token=x', await mailbox()]) await fits(path);
  await signIn(page, person);
  await page.goto('/dashboard/profile');
  await page.getByLabel('Full name').fill('Ada'.repeat(60));
  await page.getByLabel('Full name').press('Enter');
  await expect(page.getByText('Profile Updated')).toBeVisible();
  for (const path of ['/dashboard/profile', '/dashboard/settings', '/terms', '/privacy']) await fits(path);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Create Account' })).toBeVisible();
});

test('signing out leaves none of the images behind (AUTH-09)', async ({ page }) => {
  await signIn(page, await member());
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'mine.png', 'image/png', 1)]);
  await expect(page.getByText('mine.png')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
  await expect(page.getByText('mine.png')).toBeHidden();
});
