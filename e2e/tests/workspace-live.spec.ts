// Live changes: what happens in one tab is seen in the others without a reload (JOB-01, JOB-02, PLAN-10, PLAN-11).
import type { Page } from '@playwright/test';
import { haveUsed } from '../account.mjs';
import { member, signIn } from './account';
import { expect, paint, test } from './fixtures';
import { configure, namingBy, upload } from './tool';
import { Client } from './workspace';

/** Starts a run whose images after the first wait for their names. */
async function startSlowRun(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await namingBy(page, async (call) => (call > 1 ? held.then(() => undefined) : undefined));
  await page.goto('/dashboard/tools');
  await upload(page, await Promise.all([1, 2, 3].map((n) => paint(page, `p${n}.jpg`, 'image/jpeg', n + 320, 320, 240))));
  await configure(page);
  await page.getByRole('button', { name: 'Process 3 Images with AI' }).click();
  return release;
}

test('JOB-01 JOB-02: a run in one tab is followed in another, to its end in the history', async ({ page, context }) => {
  await signIn(page, await member());
  const other = await context.newPage();
  await other.goto('/dashboard/jobs');
  await expect(other.getByText('No batches yet')).toBeVisible();
  const release = await startSlowRun(page);
  await expect(other.getByRole('heading', { name: 'In progress' })).toBeVisible();
  await expect(other.getByText('1 of 3 files', { exact: false })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 60_000 });
  await expect(other.getByRole('heading', { name: 'In progress' })).toHaveCount(0);
  await expect(other.getByRole('list', { name: 'Processing history' }).getByText('Available')).toBeVisible();
});

test('JOB-01: cancelling a task in one tab stops the run in the other', async ({ page, context }) => {
  await signIn(page, await member());
  const other = await context.newPage();
  await other.goto('/dashboard/jobs?view=tasks');
  const release = await startSlowRun(page);
  await expect(other.getByText('1 of 3 files', { exact: false })).toBeVisible();
  await other.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByText('Failed', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible();
  await expect(page.getByText('This run was stopped, so it was not saved to your history.')).toBeVisible();
  release();
  await page.getByRole('button', { name: 'Save finished images' }).click();
  await expect(page.getByText(/^Saved to your history\./)).toBeVisible();
});

test('JOB-01: leaving in the middle of a run ends its task', async ({ page, context }) => {
  await signIn(page, await member());
  const other = await context.newPage();
  await other.goto('/dashboard/jobs?view=tasks');
  await page.goto('/dashboard/tools');
  // Enough to be in the middle of it: a request that a closing page sends cannot be seen when calls are answered by hand.
  const images = Array.from({ length: 20 }, (_, n) => paint(page, `p${n}.jpg`, 'image/jpeg', n + 360, 1600, 1200));
  await upload(page, await Promise.all(images));
  await configure(page);
  await page.getByRole('button', { name: 'Process 20 Images with AI' }).click();
  await expect(other.getByText(/^\d+ of 20 files/)).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/terms');
  await expect(other.getByText('Failed', { exact: true })).toBeVisible();
});

test('changes from another device arrive too, and an ended stream is taken up again', async ({ page, context }) => {
  const person = await member();
  const client = await Client.of(person);
  await signIn(page, person);
  await page.goto('/dashboard/jobs');
  await expect(page.getByText('No batches yet')).toBeVisible();
  await context.setOffline(true);
  await client.storeBatch('From the phone');
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'From the phone. Rename' })).toBeVisible({ timeout: 40_000 });
  await client.storeBatch('And another');
  await expect(page.getByRole('button', { name: 'And another. Rename' })).toBeVisible();
});

test('PLAN-10: the card warns at 80 % and calls the limit near at 90 %', async ({ page }) => {
  const person = await member();
  await (await Client.of(person)).call('POST', '/api/v1/ai/count', { files: 1 });
  const use = (files: number) => haveUsed(String(process.env.NOMINA_E2E_DATA), person, 'starter', files);
  use(39);
  await signIn(page, person);
  await page.goto('/dashboard/jobs');
  await expect(page.getByRole('progressbar', { name: 'Today: 39 of 50 names' })).toBeVisible();
  await expect(page.getByText('39 / 50 names').first()).toBeVisible();
  await expect(page.getByText(/more names today/)).toHaveCount(0);
  use(43);
  await page.reload();
  await expect(page.getByText('7 more names today')).toBeVisible();
  await expect(page.getByText('Approaching daily limit')).toHaveCount(0);
  use(46);
  await page.reload();
  await expect(page.getByText('Approaching daily limit')).toBeVisible();
  await expect(page.getByText(/^Resets in /)).toBeVisible();
});
