// The whole way with the keyboard alone, and at 390 px.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, paint, test } from './fixtures';
import { configure, process as run, tab, turnOn, upload } from './tool';
import { expectFits } from './width';

/** Presses Tab (or Shift+Tab) until the focus is on the named element. */
async function tabTo(page: Page, role: string, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const wanted = page.getByRole(role as 'button', { name });
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    if (await wanted.evaluateAll((found) => found.includes(document.activeElement as never))) return;
  }
  throw new Error(`Tab never reached ${role} ${name}`);
}

test('from an empty page to the ZIP without a mouse', async ({ page }) => {
  await page.goto('/');
  const image = await paint(page, 'IMG_0001.png', 'image/png', 80, 900, 600);
  // The page is there before it is used.
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.waitForEvent('filechooser');
  await tabTo(page, 'button', 'Choose images');
  await page.keyboard.press('Enter');
  await (await dialog).setFiles([image]);
  await expect(page.getByRole('heading', { name: 'Images Ready' })).toBeFocused();
  await tabTo(page, 'button', 'Next: Configure Processing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Configure Processing' })).toBeFocused();
  await tabTo(page, 'tab', 'Naming');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Format' })).toBeFocused();
  await tabTo(page, 'switch', 'Convert format');
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch', { name: 'Convert format' })).toBeChecked();
  await tabTo(page, 'button', 'Process 1 Image with AI');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeFocused({ timeout: 30_000 });
  await tabTo(page, 'button', /^New name /);
  await page.keyboard.press('Enter');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  const download = page.waitForEvent('download');
  await tabTo(page, 'button', 'Download All as ZIP', 'Shift+Tab');
  await page.keyboard.press('Enter');
  expect(Object.keys(unzipSync(readFileSync(await (await download).path())))).toEqual(['by-hand.jpg']);
});

// On the landing page the tool stands in another frame than in the workspace.
for (const path of ['/dashboard/tools', '/']) test(`nothing is wider than a phone, step by step, on ${path}`, async ({ page }) => {
  // 320 px is also what a window of 640 px has left at 200 %.
  const narrow = async (where: string) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page, where);
    }
  };
  await page.goto(path);
  await narrow('upload');
  await upload(page, [
    await paint(page, 'a-file-with-a-very-long-name-that-does-not-fit-anywhere-on-a-small-screen.jpg', 'image/jpeg', 81),
    await paint(page, 'b.jpg', 'image/jpeg', 82),
  ]);
  await configure(page);
  await narrow('naming');
  for (const name of [/watermark/i, /metadata/i, /format/i]) {
    await tab(page, name);
    await narrow(name.source);
  }
  await tab(page, /watermark/i);
  await turnOn(page, 'Enable text watermark');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('© Nomina');
  await narrow('text mark');
  await run(page, 'Process 2 Images with AI');
  await narrow('review');
  await page.getByRole('button', { name: /^Compare a-file/ }).click();
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible();
  await narrow('compare');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await expect(page.getByRole('dialog', { name: 'Find and replace' })).toBeVisible();
  await narrow('find and replace');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await narrow('selection');
  await expect(page.getByRole('button', { name: 'Download All as ZIP' })).toBeInViewport({ ratio: 1 });
});
