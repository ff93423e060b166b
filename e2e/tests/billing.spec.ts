// PLAN-02..09, ROUTE-05: a person buys, changes and cancels a plan in the built-in test mode, and prints a receipt.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { member, signIn } from './account';
import { violations } from './axe';
import { expect, test } from './fixtures';

const TEST_NOTE = 'This is a test environment. No actual payment will be processed.';

const plans = (page: Page) => page.getByRole('dialog', { name: 'Choose Your Plan' });
const card = (page: Page, name: string) => plans(page).getByRole('region', { name });
const overview = (page: Page) => page.getByRole('main');

async function buy(page: Page, plan: string): Promise<void> {
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Upgrade Plan' }).click();
  await card(page, plan).getByRole('button', { name: 'Upgrade Now' }).click();
  await page.waitForURL('**/checkout/test/*');
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText('Plan Upgraded!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/billing$/);
}

test('PLAN-02: the plan dialog shows three cards, their prices and what can be done', async ({ page }) => {
  await signIn(page, await member());
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Upgrade Plan' }).click();
  await expect(plans(page).getByRole('region')).toHaveCount(3);
  await expect(card(page, 'Starter')).toContainText('Current Plan');
  await expect(card(page, 'Starter').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(card(page, 'Essential')).toContainText('Most Popular');
  await expect(card(page, 'Essential')).toContainText('$9.99 / month');
  await expect(card(page, 'Essential')).toContainText('5,000');
  await expect(card(page, 'Professional')).toContainText('$14.99 / month');
  await expect(plans(page)).toContainText(TEST_NOTE);
  expect(await violations(page)).toEqual([]);
  await plans(page).getByText('Yearly, 2 months free').click();
  await expect(card(page, 'Professional')).toContainText('$149.90 / year');
});

test('PLAN-04, PLAN-09: upgrade, downgrade, cancel and come back, with receipts', async ({ page }) => {
  test.slow();
  await signIn(page, await member());
  await buy(page, 'Essential');
  await expect(page.getByText('Successfully upgraded to Essential plan.')).toBeVisible();
  await expect(overview(page).getByText('Essential plan', { exact: true })).toBeVisible();
  await expect(overview(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Essential plan, monthly \$9.99 Paid/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
  await card(page, 'Professional').getByRole('button', { name: 'Upgrade Now' }).click();
  await page.getByRole('dialog', { name: 'Upgrade to Professional' }).getByRole('button', { name: 'Upgrade Now' }).click();
  await expect(page.getByText('Successfully upgraded to Professional plan.')).toBeVisible();
  await expect(overview(page).getByText('Professional plan', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Manage Billing' }).click();
  await page.getByRole('dialog', { name: 'Manage Billing' }).getByRole('button', { name: 'Change Plan' }).click();
  await card(page, 'Essential').getByRole('button', { name: 'Downgrade' }).click();
  await page.getByRole('dialog', { name: 'Downgrade to Essential' }).getByRole('button', { name: 'Downgrade' }).click();
  await expect(page.getByText('Plan Changed!').first()).toBeVisible();
  await expect(overview(page).getByText('Essential plan', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Cancel Plan' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel your plan' });
  await question.getByLabel(/at the end of the paid period/).check();
  await question.getByRole('button', { name: 'Cancel Plan' }).click();
  await expect(overview(page).getByText('Ends', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume Plan' }).click();
  await page.getByRole('button', { name: 'Cancel Plan' }).click();
  await question.getByLabel(/^Now/).check();
  await question.getByRole('button', { name: 'Cancel Plan' }).click();
  await expect(overview(page).getByText('Starter plan', { exact: true })).toBeVisible();
  await expect(overview(page).getByText('Canceled', { exact: true })).toBeVisible();
  await buy(page, 'Professional');
});

test('PLAN-09: a receipt can be printed and the history is a file', async ({ page, context }) => {
  const person = await member();
  await signIn(page, person);
  await buy(page, 'Professional');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  expect(file).toMatch(/^Date,Description,Amount,Currency,Status,Invoice\r\n\d{4}-\d\d-\d\d,"Professional plan, monthly",14.99,USD,paid,http/);
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'View invoice' }).click();
  const invoice = await opening;
  await expect(invoice.getByRole('heading', { name: 'Invoice' })).toBeVisible();
  await expect(invoice.getByText(person.email)).toBeVisible();
  await expect(invoice.getByText('$14.99').first()).toBeVisible();
  await invoice.emulateMedia({ media: 'print' });
  await expect(invoice.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('ROUTE-05: leaving the checkout changes nothing, and the address is clean again', async ({ page }) => {
  await signIn(page, await member());
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Upgrade Plan' }).click();
  await card(page, 'Essential').getByRole('button', { name: 'Upgrade Now' }).click();
  // The dialog says the same before it gives way to the checkout.
  await page.waitForURL(/\/checkout\/test\//);
  await expect(page.getByText(TEST_NOTE)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const checkout = page.url();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Checkout canceled')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/billing$/);
  await expect(overview(page).getByText('Starter plan', { exact: true })).toBeVisible();
  await page.goto(checkout);
  await expect(page.getByText('This checkout has ended.')).toBeVisible();
});

test('a guest who chooses a plan is asked to sign in', async ({ page }) => {
  await page.goto('/dashboard/billing');
  await expect(page.getByRole('main').getByRole('button', { name: 'Create Account' })).toBeVisible();
});
