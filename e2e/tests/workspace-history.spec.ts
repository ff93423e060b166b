// The history: saving, failing to save, renaming, finding, downloading, deleting, using settings again (HIST-01 to HIST-04).
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { member, signIn } from './account';
import { expect, paint, test } from './fixtures';
import { configure, process as run, rename, tab, turnOn, upload } from './tool';
import { batchRow, Client, openHistory, processImages, saved } from './workspace';

test('HIST-01 JOB-03: a finished batch is in the history with its images, its names and its ZIP', async ({ page }) => {
  await signIn(page, await member());
  await processImages(page, 'IMG_1.jpg', 'IMG_2.jpg');
  await saved(page);
  await page.getByRole('link', { name: 'View history' }).click();
  const row = page.getByRole('list', { name: 'Processing history' }).getByRole('listitem').first();
  await expect(row.getByRole('button', { name: /^Batch Processing - .+ Rename$/ })).toBeVisible();
  await expect(row.getByText('Available')).toBeVisible();
  await expect(row.locator('img')).toHaveCount(2);
  await row.getByRole('button', { name: 'Show the files' }).click();
  await expect(row.getByRole('list', { name: 'Files of the batch' }).getByRole('listitem')).toHaveCount(2);
  await expect(row.getByText('IMG_1.jpg')).toBeVisible();
  const waiting = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download / }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const entries = Object.keys(unzipSync(readFileSync(await download.path())));
  expect(entries).toHaveLength(2);
  await expect(row.getByText(entries[0] as string)).toBeVisible();
  await expect(page.getByText('Download Started')).toBeVisible();
  await page.getByRole('tab', { name: 'All tasks' }).click();
  await expect(page.getByRole('list', { name: 'Tasks' }).getByText('Completed')).toBeVisible();
});

test('HIST-01 HIST-07: a ZIP that cannot be stored costs nothing but another try', async ({ page }) => {
  await signIn(page, await member());
  let refused = 0;
  await page.route('**/server/api/store-zip?*', async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    await route.fulfill({ status: 422, json: { title: 'The ZIP is not whole.', code: 'invalid_zip', error: 'The ZIP is not whole.' } });
  });
  await processImages(page, 'IMG_1.jpg');
  await expect(page.getByText('Server storage failed: The ZIP is not whole. Your results are still on this screen.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^New name / })).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await saved(page);
  await expect((await openHistory(page)).getByRole('listitem')).toHaveCount(1);
});

test('names that are edited after saving can be saved in their place', async ({ page }) => {
  await signIn(page, await member());
  await processImages(page, 'IMG_1.jpg');
  await saved(page);
  await rename(page, 'IMG_1.jpg', 'our red boat');
  await page.getByRole('button', { name: 'Save new names' }).click();
  await saved(page);
  const list = await openHistory(page);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Show the files' }).click();
  await expect(list.getByText('our-red-boat.jpg')).toBeVisible();
});

test('SET-04: with saving switched off nothing of a batch is stored', async ({ page }) => {
  await signIn(page, await member());
  await page.goto('/dashboard/settings');
  await page.getByRole('switch', { name: 'Save finished batches' }).uncheck({ force: true });
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings Saved')).toBeVisible();
  await processImages(page, 'IMG_1.jpg');
  await page.goto('/dashboard/jobs');
  await expect(page.getByText('No batches yet')).toBeVisible();
  await page.getByRole('tab', { name: 'All tasks' }).click();
  await expect(page.getByText('No tasks yet')).toBeVisible();
});

test('HIST-03: batches are renamed in place, found by words and put in order', async ({ page }) => {
  const person = await member();
  const client = await Client.of(person);
  for (const name of ['Beach', 'Alps']) await client.storeBatch(name);
  await signIn(page, person);
  const list = await openHistory(page);
  const names = list.getByRole('button', { name: /Rename$/ });
  await expect(names).toHaveText(['Alps', 'Beach']);
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Oldest first' }).click();
  await expect(names).toHaveText(['Beach', 'Alps']);
  await list.getByRole('button', { name: 'Beach. Rename' }).click();
  await page.keyboard.type('  Holiday by the sea ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Batch name updated successfully.')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Holiday by the sea. Rename' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Search the history' }).fill('SEA');
  await expect(names).toHaveText(['Holiday by the sea']);
  await page.getByRole('textbox', { name: 'Search the history' }).fill('nowhere');
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('HIST-04: a starter downloads three batches a week, with a notice at one left and the way out at none', async ({ page }) => {
  const person = await member();
  const client = await Client.of(person);
  for (const name of ['One', 'Two', 'Three', 'Four']) await client.storeBatch(name);
  await signIn(page, person);
  await openHistory(page);
  for (const [at, name] of ['One', 'Two', 'Three'].entries()) {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download ${name}` }).click();
    await waiting;
    const note = ['', ' 1 download remaining this week.', ' No downloads remaining this week.'][at];
    await expect(page.getByText(`Downloading ${name}...${note}`, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('Download limit reached', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade', exact: true })).toHaveAttribute('href', '/dashboard/billing');
  await page.getByRole('button', { name: 'Download Four' }).click();
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText(/ Upgrade your subscription for unlimited downloads\.$/).last()).toBeVisible();
});

test('a batch is deleted after a question, and is gone', async ({ page }) => {
  const person = await member();
  await (await Client.of(person)).storeBatch('Old things');
  await signIn(page, person);
  await openHistory(page);
  await page.getByRole('button', { name: 'Delete Old things' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No batches yet')).toBeVisible();
});

test('the settings of a batch are used again, also in another browser', async ({ page, browser }) => {
  const person = await member();
  await signIn(page, person);
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 310, 320, 240)]);
  await configure(page);
  await tab(page, /format/i);
  await turnOn(page, 'Resize images');
  await page.getByLabel('Max width').fill('200');
  await run(page, /^Process \d+ Images?/);
  await saved(page);

  const other = await browser.newPage({ baseURL: String(process.env.NOMINA_URL) });
  await signIn(other, person);
  const row = (await openHistory(other)).getByRole('listitem').first();
  await row.getByRole('button', { name: /^Use these settings again/ }).click();
  await expect(other.getByText(/^The next batch starts with the settings of/)).toBeVisible();
  await expect(other).toHaveURL(/\/dashboard\/tools/);
  await upload(other, [await paint(other, 'b.jpg', 'image/jpeg', 311, 320, 240)]);
  await configure(other);
  await tab(other, /format/i);
  await expect(other.getByLabel('Max width')).toHaveValue('200 px');
  await other.close();
});

test('HIST-02: rows of another person are nowhere to be seen', async ({ page }) => {
  await (await Client.of(await member())).storeBatch('Private');
  await signIn(page, await member());
  await page.goto('/dashboard/jobs');
  await expect(page.getByText('No batches yet')).toBeVisible();
  await expect(batchRow(page, 'Private')).toHaveCount(0);
});
