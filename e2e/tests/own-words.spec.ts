// Own words in the settings: new batches start with them, and names follow.
import { expect, paint, test } from './fixtures';
import { configure, namingBy, openAs, process as start, row, upload } from './tool';

test('own words of the settings are in the tool and in the names', async ({ page }) => {
  await openAs(page, 'starter');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Preferred words').fill('couch sofa');
  await page.getByLabel('Forbidden words').fill('cheap');
  await page.getByLabel('Keywords for every image').fill('Acme');
  await page.getByLabel('Most words of a name').fill('3');
  await page.getByRole('combobox', { name: 'Word separator' }).click();
  await page.getByRole('option', { name: 'Underscore _' }).click();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('"couch sofa" is not a rule; write couch = sofa').first()).toBeVisible();
  await page.getByLabel('Preferred words').fill('couch = sofa');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Preferred words')).toHaveValue('couch = sofa');
  await expect(page.getByLabel('Forbidden words')).toHaveValue('cheap');

  await namingBy(page, async () => ({
    status: 200,
    json: { success: true, suggestedName: 'cheap-red-couch-in-room', alternatives: [], provider: 'embedded', keywords: ['couch'] },
  }));
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await upload(page, [await paint(page, 'IMG_1.jpg', 'image/jpeg', 1)]);
  await configure(page);
  await expect(page.getByLabel('Preferred words')).toHaveValue('couch = sofa');
  await expect(page.getByLabel('Forbidden words')).toHaveValue('cheap');
  await start(page, 'Process 1 Image with AI');
  await expect(row(page, 'IMG_1.jpg')).toContainText('red_sofa');
  await expect(row(page, 'IMG_1.jpg')).not.toContainText('cheap');
});
