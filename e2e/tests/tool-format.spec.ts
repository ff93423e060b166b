// The format options with their comparison: one image as the engine really makes it, and an estimate for the others.
import { violations } from './axe';
import { expect, paint, test } from './fixtures';
import { dress, wear } from './screens';
import { configure, process as run, row, tab, turnOn, upload } from './tool';

for (const width of [1440, 390]) {
  test(`the size of an image is known before the run, at ${width}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await dress(page, 'dark');
    await page.goto('/dashboard/tools');
    await upload(page, await Promise.all([1, 2, 3].map((at) => paint(page, `p${at}.jpg`, 'image/jpeg', at + 700, 900, 600 + at * 60))));
    await configure(page);
    await turnOn(page, 'Keep my names');
    await tab(page, /format/i);
    const sizes = page.getByText(/^p1: /);
    await expect(sizes).toBeVisible();
    await turnOn(page, 'Enable compression');
    await expect(sizes).toContainText(/→ .* KB -\d+%/);
    const usual = await sizes.textContent();
    await page.getByRole('slider', { name: 'Quality' }).focus();
    await page.keyboard.press('Home');
    await expect(sizes).not.toHaveText(usual ?? '');
    const low = await sizes.textContent();
    await page.keyboard.press('End');
    await expect(sizes).not.toHaveText(low ?? '');
    await page.keyboard.press('Home');
    await expect(sizes).toHaveText(low ?? '');
    await expect(page.getByText(/^All 3 images: .* → about .*, estimated from this one\.$/)).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Before and after' })).toBeAttached();
    for (const scheme of ['light', 'dark'] as const) {
      await wear(page, scheme);
      expect(await violations(page, ['wcag22aa']), scheme).toEqual([]);
    }
    // Another image, with the keyboard.
    await page.getByRole('button', { name: 'Compare p2.jpg' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Before and after: p2' })).toBeVisible();
    const second = page.getByText(/^p2: /);
    await expect(second).toContainText(/→ .* KB -\d+%/);
    // What was promised is what comes out.
    const promised = (await second.textContent())?.replace('p2: ', '').trim() ?? '';
    await run(page, /^Process 3 Images/);
    await expect(row(page, 'p2.jpg')).toContainText(promised);
  });
}
