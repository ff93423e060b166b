// A person with an account, as the browser tests drive them: short verbs that the tests share.
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './fixtures';

export const PASSWORD = 'correct horse';

let people = 0;

/** An address that no other test uses. */
export function newAddress(): string {
  people += 1;
  return `ada.${Date.now().toString(36)}.${people}@example.org`;
}

/** Opens the newest mail with this subject in the mailbox page and follows its button. */
export async function followMail(page: Page, address: string, subject: string, button: string): Promise<void> {
  await page.goto('/dev/mailbox');
  const mail = page.getByRole('link').filter({ hasText: address }).filter({ hasText: subject }).first();
  await mail.click({ timeout: 30_000 });
  await expect(page.getByText(`To ${address}`)).toBeVisible();
  await page.frameLocator('iframe').getByRole('link', { name: button }).click();
}

export async function fillSignIn(page: Page, address: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

export async function signIn(page: Page, address: string, password: string): Promise<void> {
  await page.goto('/auth');
  await fillSignIn(page, address, password);
  await expect(page).toHaveURL(/\/dashboard/);
}

/** A confirmed account, made without a screen. */
export async function member(request: APIRequestContext, address = newAddress()): Promise<string> {
  const form = { email: address, password: PASSWORD, full_name: 'Ada Lovelace' };
  expect((await request.post('/api/v1/auth/signup', { data: form })).status()).toBe(202);
  await expect(async () => {
    const mails = (await (await request.get(`/api/v1/dev/emails?to=${address}`)).json()) as { text_body: string }[];
    const token = /token=([\w-]+)/.exec(mails[0]?.text_body ?? '')?.[1];
    expect((await request.post('/api/v1/auth/confirm', { data: { token } })).status()).toBe(200);
  }).toPass({ timeout: 20_000 });
  return address;
}
