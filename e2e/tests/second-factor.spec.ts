// Two-step sign-in in a real browser: an app's codes by another implementation, passkeys by Chromium's own authenticator.
import type { Page } from '@playwright/test';
import { fillSignIn, member, type Person, signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { totp } from '../totp.mjs';
import { expectFits } from './width';

/** Passkeys belong to a name: the page is opened at localhost, not at its number. */
const named = () => String(process.env.NOMINA_URL).replace('127.0.0.1', 'localhost');

async function authenticator(page: Page, hasPin = true): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: hasPin,
      isUserVerified: hasPin,
      automaticPresenceSimulation: true,
    },
  });
}

async function signInAt(page: Page, person: Person, base = ''): Promise<void> {
  await page.goto(`${base}/auth`);
  await fillSignIn(page, person);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible();
}

/** Sets an app up on the profile; gives its secret and the recovery codes. */
async function setUpApp(page: Page, person: Person): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByAltText('QR code for your authenticator app')).toBeVisible();
  const secret = await dialog.getByLabel('Or enter this key').inputValue();
  await dialog.getByLabel('Code from the app').fill(totp(secret));
  await dialog.getByRole('button', { name: 'Confirm Code' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(page.getByText('10 of 10 left.')).toBeVisible();
  return { secret, codes };
}

test('an authenticator app from set-up to turning it off', async ({ page }) => {
  test.setTimeout(120_000);
  const person = await member();
  await signIn(page, person);
  const { secret, codes } = await setUpApp(page, person);
  await signOut(page);

  await test.step('the password alone no longer signs in; a wrong code is said to be wrong', async () => {
    await signInAt(page, person);
    await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
    await expect(page).toHaveURL(/mode=second-step/);
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('This code is not right, or it was used already.');
  });

  await test.step('a reload keeps the step, and a code signs in', async () => {
    await page.reload();
    await page.getByLabel('Code from your authenticator app').fill(totp(secret, 1));
    await page.getByLabel('Code from your authenticator app').press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await signOut(page);
  });

  await test.step('a recovery code signs in, once', async () => {
    for (const [code, works] of [
      [codes[0], true],
      [codes[0], false],
      [codes[1], true],
    ] as const) {
      await signInAt(page, person);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(String(code));
      await page.getByLabel('Recovery code').press('Enter');
      if (!works) await expect(page.getByRole('alert')).toHaveText('This code is not right, or it was used already.');
      else {
        await expect(page).toHaveURL('/dashboard');
        await page.goto('/dashboard/profile');
        await expect(page.getByText(`${code === codes[0] ? 9 : 8} of 10 left.`)).toBeVisible();
        if (code === codes[0]) await signOut(page);
      }
    }
  });

  await test.step('new codes, and turning it off', async () => {
    await page.getByRole('button', { name: 'Generate new recovery codes' }).click();
    const fresh = page.getByRole('dialog', { name: 'New recovery codes' });
    await fresh.getByLabel('Your password', { exact: true }).fill(person.password);
    await fresh.getByRole('button', { name: 'Generate New Codes' }).click();
    await expect(fresh.getByRole('listitem')).toHaveCount(10);
    await fresh.getByRole('button', { name: 'I Have Saved Them' }).click();
    await page.getByRole('button', { name: 'Turn Off Two-Step Sign-In' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in' });
    await dialog.getByLabel('Your password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Turn Off' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Password is incorrect');
    await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Turn Off' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible();
    await signOut(page);
    await signIn(page, person);
  });
});

test('a passkey of the browser is added, signs in alone and as the second step, and is removed', async ({ page }) => {
  test.setTimeout(120_000);
  const person = await member();
  await authenticator(page);
  await signInAt(page, person, named());
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(`${named()}/dashboard/profile`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Test key');
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(page.getByText('Test key', { exact: true })).toBeVisible();

  await test.step('the same device has it already', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Add Passkey' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This device already has a passkey for your account.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('another name', async () => {
    await page.getByRole('button', { name: 'Rename Test key' }).click();
    await page.getByLabel('New name for Test key').fill('Blue key');
    await page.getByLabel('New name for Test key').press('Enter');
    await expect(page.getByText('Blue key', { exact: true })).toBeVisible();
    await signOut(page);
  });

  await test.step('alone, without a password', async () => {
    await page.goto(`${named()}/auth?redirect=%2Fdashboard%2Fprofile`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(`${named()}/dashboard/profile`);
    await expect(page.getByText(/last used/).first()).toBeVisible();
    await signOut(page);
  });

  await test.step('as the second step, in the dialog too', async () => {
    await page.goto(`${named()}/dashboard/templates`);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await fillSignIn(page, person);
    await page.getByRole('dialog').getByRole('button', { name: 'Use a Passkey' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  await test.step('removed: it is off, and the passkey opens nothing', async () => {
    await page.goto(`${named()}/dashboard/profile`);
    await page.getByRole('button', { name: 'Remove Blue key' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove passkey' });
    await removal.getByLabel('Your password', { exact: true }).fill(person.password);
    await removal.getByRole('button', { name: 'Remove Passkey' }).click();
    await expect(page.getByText('Blue key', { exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Turn Off Two-Step Sign-In' })).toBeHidden();
    await signOut(page);
    await page.goto(`${named()}/auth`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toHaveText('This passkey was not accepted. Please try again.');
  });
});

test('at a number instead of a name passkeys say what to do', async ({ page }) => {
  test.skip(!String(process.env.NOMINA_URL).includes('127.0.0.1'), 'this server is reached by its name');
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('Passkeys only work on the domain name of this site.');
});

for (const darkMode of [true, false]) {
  test(`every part of two-step sign-in is accessible and fits a phone, ${darkMode ? 'dark' : 'light'}`, async ({ page }) => {
    test.setTimeout(120_000);
    const person = await member({ darkMode });
    await page.setViewportSize({ width: 390, height: 844 });
    const look = async (name: string) => {
      await expectFits(page, name);
      expect(await violations(page), name).toEqual([]);
    };
    await signIn(page, person);
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
    await look('proof');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByAltText('QR code for your authenticator app')).toBeVisible();
    await look('QR code');
    const secret = await dialog.getByLabel('Or enter this key').inputValue();
    await dialog.getByLabel('Code from the app').fill(totp(secret));
    await dialog.getByRole('button', { name: 'Confirm Code' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    await look('recovery codes');
    await dialog.getByRole('button', { name: 'I Have Saved Them' }).click();
    await expect(page.getByText('10 of 10 left.')).toBeVisible();
    await look('card');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await signInAt(page, person);
    await expect(page.getByLabel('Code from your authenticator app')).toBeVisible();
    await look('second step');
  });
}
