// A person with an account, as the browser tests drive them: short verbs that the tests share.
import type { APIRequestContext, Page } from '@playwright/test';
import { mailboxPath, mailsPath, newMember, somebody } from '../account.mjs';
import { expect } from './fixtures';

export type Person = ReturnType<typeof somebody>;

/** A confirmed account, made without a screen. The theme of a signed-in person is a setting. */
export function member(preferences?: { darkMode: boolean }): Promise<Person> {
  return newMember(String(process.env.NOMINA_URL), preferences);
}

/** The mailbox page's address, with its token. */
export function mailbox(): Promise<string> {
  return mailboxPath(String(process.env.NOMINA_URL));
}

/** Opens the newest email with this subject in the mailbox page and follows its button. */
export async function followMail(page: Page, address: string, subject: string, button: string): Promise<void> {
  await page.goto(await mailbox());
  const mail = page.getByRole('link').filter({ hasText: address }).filter({ hasText: subject }).first();
  await mail.click({ timeout: 30_000 });
  await expect(page.getByText(`To ${address}`)).toBeVisible();
  await page.frameLocator('iframe').getByRole('link', { name: button }).click();
}

/** Fills in the form that is on the screen, page or dialog, and presses Enter. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/dashboard/);
}

/** The link to a page in the newest email that has one, as it stands in the email. */
export async function mailedLink(request: APIRequestContext, address: string, page: string): Promise<string> {
  const mailsOf = mailsPath(await mailbox(), address);
  for (let tries = 0; tries < 100; tries += 1) {
    const mails = (await (await request.get(mailsOf)).json()) as { textBody: string }[];
    const link = mails.map(({ textBody }) => new RegExp(`/${page}\\?token=[\\w.-]+`).exec(textBody)?.[0]).find(Boolean);
    if (link) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no mail with a link to ${page} for ${address}`);
}
