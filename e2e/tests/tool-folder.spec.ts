// Duplicates with 'keep one', and saving into a folder: the browser's own folder stands in for one of the disk, because no
// test can answer the dialog that asks for one.
import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, paint, test } from './fixtures';
import { configure, namingBy, process as run, turnOn, upload } from './tool';

/** The dialog answers with a folder in the browser's private storage, which behaves like one of the disk. */
async function folderDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      showDirectoryPicker: async () => (await navigator.storage.getDirectory()).getDirectoryHandle('trip', { create: true }),
    });
  });
}

/** What is in the folder, with the size of each file. */
function contents(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('trip', { create: true });
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    return names.sort();
  });
}

const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Other ways to save' }).click();
  await page.getByRole('button', { name: item }).click();
};

test('results are written into a folder, and nothing that is there is overwritten', async ({ page }) => {
  await folderDialog(page);
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 801), await paint(page, 'b.jpg', 'image/jpeg', 802)]);
  await configure(page);
  await turnOn(page, 'Keep my names');
  await run(page, /^Process 2 Images/);
  await menu(page, 'Save to a folder…');
  await expect(page.getByText('2 files were written to the folder.')).toBeVisible();
  expect(await contents(page)).toEqual(['a.jpg', 'b.jpg']);
  await menu(page, 'Save to a folder…');
  await expect.poll(() => contents(page)).toEqual(['a-2.jpg', 'a.jpg', 'b-2.jpg', 'b.jpg']);
  await page.getByRole('button', { name: 'Other ways to save' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save to a folder…' })).toBeVisible();
  expect(await violations(page, ['wcag22aa'])).toEqual([]);
});

test('the originals are renamed where they are, and the list takes it back', async ({ page }) => {
  await folderDialog(page);
  await page.goto('/dashboard/tools');
  const files = [await paint(page, 'IMG_1.JPG', 'image/jpeg', 811), await paint(page, 'IMG_2.JPG', 'image/jpeg', 812)];
  await namingBy(page, async (call) => ({ status: 200, json: { success: true, suggestedName: ['red dog', 'blue cat'][call - 1] ?? '', alternatives: [], confidence: 0.9, provider: 'test' } }));
  await upload(page, files);
  await configure(page);
  await run(page, 'Process 2 Images with AI');
  // The same files in the folder, as old as those that were uploaded: a browser cannot set a file's time, so the upload is told.
  await page.evaluate(
    async (all) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('trip', { create: true });
      for (const { name, base64 } of all) {
        const target = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await target.write(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
        await target.close();
      }
      Object.defineProperty(File.prototype, 'lastModified', { get: () => 1_700_000_000_000 });
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  );
  await menu(page, 'Rename the originals in their folder…');
  await expect(page.getByText('2 files were renamed.', { exact: false })).toBeVisible();
  expect((await contents(page)).filter((name) => name !== 'nomina-undo.json')).toHaveLength(2);
  expect(await contents(page)).toEqual(expect.arrayContaining(['blue-cat.JPG', 'red-dog.JPG', 'nomina-undo.json']));
  await menu(page, 'Undo renames in a folder…');
  await expect(page.getByText('2 files have their original names again.')).toBeVisible();
  expect(await contents(page)).toEqual(['IMG_1.JPG', 'IMG_2.JPG']);
});

test('without folders in the browser there is no menu', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 821)]);
  await configure(page);
  await turnOn(page, 'Keep my names');
  await run(page, /^Process 1 Image/);
  await expect(page.getByRole('button', { name: 'Other ways to save' })).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`images that are alike are shown, named as a series, and the best of each is kept, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.route('**/api/v1/naming', (route) => route.fulfill({ json: { provider: 'test', label: 'a test', leavesServer: false, concurrency: 1 } }));
    await page.goto('/dashboard/tools');
    const one = await paint(page, 'one.jpg', 'image/jpeg', 831);
    const near = { ...(await paint(page, 'near.jpg', 'image/jpeg', 832, 320, 240)) };
    const other = await paint(page, 'other.jpg', 'image/jpeg', 833);
    const prints = ['5a3696e14bd278c5', '5a3696e14bd278c4', '0123456789abcdef'];
    await namingBy(page, async (call) => ({
      status: 200,
      json: { success: true, suggestedName: `name ${call}`, alternatives: [], confidence: 0.9, fingerprint: prints[call - 1] ?? '', provider: 'test' },
    }));
    await upload(page, [one, near, other, { ...one, name: 'copy.jpg' }]);
    await configure(page);
    await run(page, /^Process 4 Images/);
    await expect(page.getByText('2 images are like others')).toBeVisible();
    await expect(page.getByText('1 image is the same file as another. 1 image is nearly the same as another.')).toBeVisible();
    await expect(page.getByText('Same file as one.jpg')).toBeVisible();
    await expect(page.getByText('Nearly the same as one.jpg')).toBeVisible();
    expect(await violations(page, ['wcag22aa'])).toEqual([]);
    await expect(page.getByText('Best of 3')).toBeVisible();
    const names = page.getByRole('button', { name: /^New name / });
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(names).toHaveCount(3);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(names).toHaveCount(4);
    await page.getByRole('button', { name: 'Name as series' }).click();
    await expect(page.getByText('name-1-3.jpg')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('name-1-3.jpg')).toHaveCount(0);
    await page.getByRole('button', { name: 'Keep best' }).focus();
    await page.keyboard.press('Enter');
    await expect(names).toHaveCount(2);
    await expect(page.getByText('2 images are like others')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(names).toHaveCount(4);
    await expect(page.getByText('2 images are like others')).toBeVisible();
  });
}
