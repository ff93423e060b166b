// The first minute: a visitor without images at hand sees names with one click, a weak one among them.
import { expect, test } from './fixtures';

for (const address of ['/', '/dashboard/tools']) {
  test(`one click names our own images on ${address}, and the unsure one says so`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto(address);
    await page.getByRole('button', { name: 'Try it with sample images' }).click();
    await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 90_000 });
    const names = page.getByRole('button', { name: /^New name / });
    await expect(names).toHaveCount(7);
    await expect(names.filter({ hasText: 'lighthouse.webp' })).toHaveCount(1);
    const coins = page.getByRole('row').filter({ hasText: 'PHOTO-0042.webp' });
    await expect(coins.getByText('Unsure')).toBeVisible();
    await page.getByRole('button', { name: 'Unsure 1' }).click();
    await expect(names).toHaveCount(1);
  });
}
