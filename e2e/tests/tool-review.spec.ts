// Working through the results: sorting, filtering, choosing many, undoing everything, all of it with the keyboard.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, paint, test } from './fixtures';
import { configure, process as run, namingBy, rename, row, turnOn, upload } from './tool';

const NAMES = ['red dog', 'blue cat', 'green bird', 'white horse'];

/** Four named images: the second is unsure, the fourth could not be named. */
async function review(page: Page, address = '/dashboard/tools'): Promise<void> {
  // One after the other, so that the order of the answers is the order of the images.
  await page.route('**/api/v1/naming', (route) => route.fulfill({ json: { provider: 'test', label: 'a test', leavesServer: false, concurrency: 1 } }));
  await page.goto(address);
  const images = await Promise.all(['p10.jpg', 'p2.jpg', 'p3.jpg', 'p4.jpg'].map((name, at) => paint(page, name, 'image/jpeg', at + 300, 320 - at * 40, 240)));
  await namingBy(page, async (call) => {
    if (call === 4) return { status: 400, json: { status: 400, code: 'ai_failed', title: 'No' } };
    const name = NAMES[call - 1] ?? '';
    return { status: 200, json: { success: true, suggestedName: name, alternatives: [`${name.replace(" ", "-")}-two`], confidence: call === 2 ? 0.3 : 0.9, provider: 'test' } };
  });
  await upload(page, images);
  await configure(page);
  await run(page, 'Process 4 Images with AI');
}

/** The filter as the browser's database has it; writing runs beside the screen. */
function keptFilter(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const opened = indexedDB.open('nomina');
        opened.onsuccess = () => {
          const all = opened.result.transaction('batches').objectStore('batches').getAll();
          all.onsuccess = () => {
            opened.result.close();
            done((all.result as { view?: { filter: string } }[])[0]?.view?.filter);
          };
        };
      }),
  );
}

const nameButtons = (page: Page) => page.getByRole('button', { name: /^New name / });
const shown = (page: Page) => nameButtons(page).allTextContents();

test('results are sorted and filtered, and the view is still there after a reload', async ({ page }) => {
  await review(page);
  const first = await shown(page);
  await page.getByRole('button', { name: 'Original Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Original Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(row(page, 'p2.jpg')).toHaveAttribute('aria-rowindex', '2');
  await expect(row(page, 'p10.jpg')).toHaveAttribute('aria-rowindex', '5');
  await page.getByLabel('Sort by').selectOption('Size saved');
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await expect(nameButtons(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Unsure 1' }).click();
  await expect(nameButtons(page)).toHaveText(['blue-cat.jpg']);
  // A row that is worked on stays where it is, and counts differently from now on.
  await rename(page, 'p2.jpg', 'mine');
  await expect(page.getByRole('button', { name: 'Edited 1' })).toBeVisible();
  await expect(nameButtons(page)).toHaveText(['mine.jpg']);
  await page.getByRole('button', { name: 'Unsure 0' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(nameButtons(page)).toHaveCount(first.length);
  await page.getByRole('button', { name: 'Edited 1' }).click();
  await expect(nameButtons(page)).toHaveText(['mine.jpg']);
  await expect.poll(() => keptFilter(page)).toBe('edited');
  await page.reload();
  await expect(nameButtons(page)).toHaveText(['mine.jpg']);
  await expect(page.getByLabel('Sort by')).toHaveValue('saved');
});

test('many are chosen with Shift and Ctrl, and what is done to them is undone', async ({ page }) => {
  await review(page, '/');
  const before = await shown(page);
  await row(page, 'p10.jpg').getByRole('cell').nth(3).click();
  await row(page, 'p3.jpg').getByRole('cell').nth(3).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await row(page, 'p2.jpg').getByRole('cell').nth(3).click({ modifiers: ['Control'] });
  await expect(page.getByText('2 selected')).toBeVisible();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download selected' }).click();
  expect(Object.keys(unzipSync(readFileSync(await (await waiting).path())))).toEqual([before[0], before[2]]);
  await page.getByRole('button', { name: 'Rename selected' }).click();
  await page.getByText('Add text').click();
  await page.getByLabel('Before the name').fill('Smith Wedding');
  await page.getByRole('button', { name: 'Rename 2' }).click();
  await expect(nameButtons(page)).toHaveText(['smith-wedding-red-dog.jpg', before[1] ?? '', 'smith-wedding-green-bird.jpg', before[3] ?? '']);
  await page.getByRole('button', { name: 'Reset names' }).click();
  await expect(nameButtons(page)).toHaveText(before);
  await page.getByRole('button', { name: 'Remove selected' }).click();
  await expect(nameButtons(page)).toHaveText([before[1] ?? '', before[3] ?? '']);
  await page.keyboard.press('Control+z');
  await expect(nameButtons(page)).toHaveText(before);
  // They come back chosen, and undoing goes on in the same place.
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Reset 2 names' }).click();
  await expect(nameButtons(page).first()).toHaveText('smith-wedding-red-dog.jpg');
  await page.keyboard.press('Control+z');
  await expect(nameButtons(page)).toHaveText(before);
  await page.keyboard.press('Control+Shift+Z');
  await expect(nameButtons(page).first()).toHaveText('smith-wedding-red-dog.jpg');
});

test('without a mouse: suggestions, choosing, removing to the last one and bringing back', async ({ page }) => {
  await review(page);
  const [first = '', second = ''] = await shown(page);
  await nameButtons(page).first().focus();
  await page.keyboard.press('a');
  await expect(nameButtons(page).first()).toHaveText('red-dog-two.jpg');
  await page.keyboard.press('Control+z');
  await expect(nameButtons(page).first()).toHaveText(first);
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(nameButtons(page).nth(1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(nameButtons(page)).toHaveCount(2);
  await expect(nameButtons(page).first()).toBeFocused();
  await page.keyboard.press('c');
  const slider = page.getByRole('slider', { name: 'Before and after' });
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
  // A button that is off at the end of what it does gives the focus back.
  await page.getByRole('button', { name: 'Zoom out' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await expect(slider).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue('49');
  await slider.focus();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('dialog').getByText('2 of 2')).toBeVisible();
  await expect(slider).toBeFocused();
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
  await page.keyboard.press('0');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Every image was removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo removal' }).click();
  await page.keyboard.press('Control+z');
  await expect(nameButtons(page).nth(1)).toHaveText(second);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('the keys of a row work from each of its controls', async ({ page }) => {
  await review(page);
  const [, second = ''] = await shown(page);
  const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  await tick('p10.jpg').focus();
  await page.keyboard.press('ArrowDown');
  await expect(tick('p2.jpg')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name for p2.jpg' })).toBeFocused();
  // Typing is typing.
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await expect(nameButtons(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Compare p10.jpg' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(nameButtons(page).nth(1)).toBeFocused();
  await tick('p2.jpg').focus();
  await page.keyboard.press('Delete');
  await expect(nameButtons(page)).toHaveCount(3);
  await expect(nameButtons(page).nth(1)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(nameButtons(page).nth(1)).toHaveText(second);
  // What is selected with the mouse has no focus in the table.
  await row(page, 'p2.jpg').getByRole('cell').nth(3).click();
  await page.keyboard.press('Delete');
  await expect(nameButtons(page)).toHaveCount(3);
});

test('a name that was kept is neither struck through nor marked', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'DSC_0412.jpg', 'image/jpeg', 310)]);
  await configure(page);
  await turnOn(page, 'Keep my names');
  await run(page, 'Process 1 Image (No AI Credits)');
  const line = page.getByRole('row').nth(1);
  await expect(line.getByRole('cell', { name: 'DSC_0412.jpg', exact: true })).toBeVisible();
  await expect(line.getByText('was', { exact: false })).toHaveCount(0);
  await rename(page, 'DSC_0412.jpg', 'beach');
  await expect(line.getByRole('cell', { name: 'was DSC_0412.jpg' })).toBeVisible();
});
