// Keys and the page about the API: made, shown once, revoked; in both themes and on a small screen without a fault of axe.
import { newPerson } from '../account.mjs';
import { signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { Client } from './workspace';
import { expectFits } from './width';

for (const theme of ['dark', 'light']) {
  test(`PLAN-16: a key is made, shown once, used and revoked at 390 px, ${theme}`, async ({ page, request }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 390, height: 844 });
    const person = await newPerson(String(process.env.NOMINA_URL), String(process.env.NOMINA_E2E_DATA), 'professional');
    await (await Client.of(person)).call('PUT', '/api/v1/preferences', { darkMode: theme === 'dark' });
    await signIn(page, person);
    await page.goto('/dashboard/settings');
    await expect(page.getByText('You have no keys yet.')).toBeVisible();
    await page.getByRole('button', { name: 'New Key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Website import');
    expect(await violations(page), 'the form').toEqual([]);
    await dialog.getByRole('button', { name: 'Create Key' }).click();
    const secret = await dialog.getByLabel('Your key').inputValue();
    expect(secret).toMatch(/^nmn_live_/);
    expect(await violations(page), 'the secret').toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
    const headers = { authorization: `Bearer ${secret}` };
    expect((await request.get('/api/v1/usage', { headers })).status()).toBe(200);
    await page.reload();
    await expect(page.getByText('Website import')).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await expectFits(page, 'the card');
    expect(await violations(page), 'the card').toEqual([]);
    await page.getByRole('button', { name: 'Revoke Website import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('You have no keys yet.')).toBeVisible();
    expect((await request.get('/api/v1/usage', { headers })).status()).toBe(401);
  });

  test(`PLAN-16: the page about the API at 390 and 1440 px, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/docs/api');
      await expect(page.getByRole('heading', { name: 'Process a batch' })).toBeVisible();
      await page.getByText('Python', { exact: true }).click();
      await expect(page.getByRole('region', { name: 'Process a batch' })).toContainText('import json, os, time, requests');
      await expectFits(page, 'the page about the API');
      expect(await violations(page), `at ${width}`).toEqual([]);
    }
  });
}
