// Templates: saving, applying, sharing, limits, and what a lower plan leaves out (TPL-01 to TPL-08, ROUTE-09).
import type { Page } from '@playwright/test';
import { newPerson } from '../account.mjs';
import { member, signIn } from './account';
import { expect, paint, test } from './fixtures';
import { configure, tab, turnOn, upload } from './tool';
import { Client } from './workspace';

async function openOptions(page: Page): Promise<void> {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 340, 320, 240)]);
  await configure(page);
}

async function save(page: Page, name: string, isPublic = false): Promise<void> {
  await page.getByRole('button', { name: 'Save Template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save Processing Template' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (isPublic) await dialog.getByRole('switch', { name: 'Public' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template saved successfully!')).toBeVisible();
}

test('TPL-01 TPL-02 TPL-06: a template keeps every option, the watermark image included, and brings it back', async ({ page, browser }) => {
  const person = await member();
  await signIn(page, person);
  await openOptions(page);
  await tab(page, /watermark/i);
  await page.getByText('Image', { exact: true }).click();
  await turnOn(page, 'Enable image watermark');
  const mark = await paint(page, 'mark.png', 'image/png', 341, 60, 40);
  await page.locator('input[type=file]').last().setInputFiles(mark);
  await expect(page.getByText('Change image')).toBeVisible();
  await save(page, 'With my mark');
  const other = await browser.newPage({ baseURL: String(process.env.NOMINA_URL) });
  await signIn(other, person);
  await openOptions(other);
  await other.getByRole('button', { name: 'Load Template' }).click();
  const dialog = other.getByRole('dialog', { name: 'Select Processing Template' });
  await expect(dialog.getByRole('tab', { name: 'My Templates (1)' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply With my mark' }).click();
  await expect(other.getByText('Template "With my mark" applied successfully!')).toBeVisible();
  await tab(other, /watermark/i);
  await other.getByText('Image', { exact: true }).click();
  await expect(other.getByRole('switch', { name: 'Enable image watermark' })).toBeChecked();
  await expect(other.getByText('Change image')).toBeVisible();
  await other.goto('/dashboard/templates');
  await expect(other.getByText(/Used once.+with watermark image/)).toBeVisible();
  await other.close();
});

test('TPL-04: a starter has room for two, and the banners count down', async ({ page }) => {
  const person = await member();
  const client = await Client.of(person);
  await signIn(page, person);
  await page.goto('/dashboard/templates');
  await expect(page.getByText('Template Limit Info')).toBeVisible();
  await client.call('POST', '/api/v1/templates', { name: 'First', templateData: {} });
  await expect(page.getByText('Template Limit Warning')).toBeVisible();
  await client.call('POST', '/api/v1/templates', { name: 'Second', templateData: {} });
  await expect(page.getByText('Template Limit Reached')).toBeVisible();
  await openOptions(page);
  await page.getByRole('button', { name: 'Save Template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save Processing Template' });
  await expect(dialog.getByText('Template Limit Reached')).toBeVisible();
  await expect(dialog.getByText('Starter tier users can only have 2 templates. Please upgrade to create more templates.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Third');
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Save as' }).click();
  await page.getByRole('option', { name: 'Replace “First”' }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Template updated successfully!')).toBeVisible();
});

test('TPL-03: own templates are renamed, shared and deleted; strangers use and copy what is public', async ({ page, browser }) => {
  await signIn(page, await member());
  await openOptions(page);
  const name = `Gallery ${Date.now()}`;
  await save(page, 'Draft');
  await page.goto('/dashboard/templates');
  await page.getByRole('button', { name: 'Edit: Draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Processing Template' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Template updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: `Make public: ${name}` }).click();
  await expect(page.getByText('Public', { exact: true })).toBeVisible();

  const stranger = await browser.newPage({ baseURL: String(process.env.NOMINA_URL) });
  await signIn(stranger, await member());
  await stranger.goto('/dashboard/templates');
  await stranger.getByRole('tab', { name: 'Public Templates' }).click();
  await stranger.getByRole('textbox', { name: 'Search templates' }).fill(name);
  await expect(stranger.getByRole('button', { name: `Edit: ${name}` })).toHaveCount(0);
  await stranger.getByRole('button', { name: `Duplicate: ${name}` }).click();
  await expect(stranger.getByText(`"${name} (Copy)" is in My Templates.`)).toBeVisible();
  await stranger.getByRole('tab', { name: 'My Templates' }).click();
  await expect(stranger.getByText('Private', { exact: true })).toBeVisible();
  await expect(stranger.getByText(/Used 0 times/)).toBeVisible();
  await stranger.close();

  await page.getByRole('button', { name: `Delete: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
});

test('ROUTE-09 TPL-08: a link applies a template for whoever opens it, as far as their plan goes', async ({ page }) => {
  const owner = await newPerson(String(process.env.NOMINA_URL), String(process.env.NOMINA_E2E_DATA), 'professional');
  const { id } = await (await Client.of(owner)).call<{ id: string }>('POST', '/api/v1/templates', {
    name: 'All that is paid for',
    isPublic: true,
    templateData: { resizeImages: true, maxWidth: 321, contextMode: 'custom', customContext: 'at sea', addCustomMetadata: true, customTitle: 'Sea' },
  });
  for (const path of ['/', '/dashboard/tools']) {
    await page.goto(`${path}?template=${id}`);
    await expect(page.getByText('Template "All that is paid for" applied successfully!')).toBeVisible();
    await expect(page.getByText('Some options are not part of your plan')).toBeVisible();
    await expect(page).not.toHaveURL(/template=/);
  }
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 342, 320, 240)]);
  await configure(page);
  await tab(page, /format/i);
  await expect(page.getByLabel('Max width')).toHaveValue('321 px');
  await page.goto('/dashboard/tools?template=00000000-0000-7000-8000-000000000000');
  await expect(page.getByText('Failed to load template.')).toBeVisible();
});

test('ready-made templates: everybody uses them from the section, a link or the dialog; members copy them to edit', async ({ page, browser }) => {
  await page.goto('/dashboard/templates');
  const cards = page.getByRole('list', { name: 'Ready-made' });
  await expect(cards.getByRole('heading')).toHaveText(['For my shop', 'For my blog', 'For a client gallery', 'Just rename']);
  await expect(cards.getByRole('button', { name: /^(Edit|Delete|Duplicate|Make)/ })).toHaveCount(0);
  await cards.getByRole('listitem').filter({ hasText: 'For my shop' }).getByRole('link', { name: 'Use' }).click();
  await expect(page.getByText('Template "For my shop" applied successfully!')).toBeVisible();
  await expect(page.getByText('Some options are not part of your plan')).toBeVisible();
  await expect(page).not.toHaveURL(/template=/);
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 343, 320, 240)]);
  await configure(page);
  await tab(page, /format/i);
  await expect(page.getByLabel('Max width')).toHaveValue('1600 px');

  const other = await browser.newPage({ baseURL: String(process.env.NOMINA_URL) });
  await signIn(other, await member());
  await openOptions(other);
  await other.getByRole('button', { name: 'Load Template' }).click();
  const dialog = other.getByRole('dialog', { name: 'Select Processing Template' });
  await dialog.getByRole('tab', { name: 'Ready-made (4)' }).click();
  await dialog.getByRole('button', { name: 'Apply For my blog' }).click();
  await expect(other.getByText('Template "For my blog" applied successfully!')).toBeVisible();
  await other.goto('/dashboard/templates');
  await other.getByRole('tab', { name: 'Ready-made' }).click();
  await other.getByRole('button', { name: 'Duplicate to edit: For my blog' }).click();
  await expect(other.getByText('"For my blog (Copy)" is in My Templates.')).toBeVisible();
  await other.getByRole('tab', { name: 'My Templates' }).click();
  await expect(other.getByRole('button', { name: 'Edit: For my blog (Copy)' })).toBeVisible();
  await other.close();
});

test('TPL-07: a guest is told where templates begin', async ({ page }) => {
  await openOptions(page);
  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(page.getByText('Please sign in to save templates.')).toBeVisible();
  await page.getByRole('button', { name: 'Load Template' }).click();
  await expect(page.getByText('Please log in to access templates.')).toBeVisible();
  await page.goto('/dashboard/templates');
  await expect(page.getByText(/^Please log in to access templates\./)).toBeVisible();
});
