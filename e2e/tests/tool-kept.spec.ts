// Nothing is lost: files that vanish, reloads, closed tabs, two tabs, browsers that keep nothing, a new release.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Page } from '@playwright/test';
import { expect, paint, test } from './fixtures';
import { configure, process as run, ready, rename, row, startOver, tab, turnOn, upload, zip } from './tool';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nomina-kept-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Images on disk, so that they can be taken away again. */
async function onDisk(page: Page, ...names: string[]): Promise<string[]> {
  const images = await Promise.all(names.map((name, at) => paint(page, name, 'image/jpeg', at + 200, 320, 240)));
  return images.map(({ name, buffer }) => {
    writeFileSync(join(folder, name), buffer);
    return join(folder, name);
  });
}

/** A browser that keeps nothing, as in some private windows. */
async function withoutDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
}

/** How many records the browser's database holds. */
const held = (page: Page, store: string) =>
  page.evaluate(
    (store) =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('nomina');
        opened.onsuccess = () => {
          const counted = opened.result.transaction(store).objectStore(store).count();
          counted.onsuccess = () => {
            opened.result.close();
            resolve(counted.result);
          };
        };
      }),
    store,
  );

/** How many changes the database says can be done again. */
const redoable = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('nomina');
        opened.onsuccess = () => {
          const all = opened.result.transaction('history').objectStore('history').getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve(Math.max(0, ...(all.result as { future?: object[] }[]).map(({ future = [] }) => future.length)));
          };
        };
      }),
  );

const saved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opened = indexedDB.open('nomina');
        opened.onsuccess = () => {
          const all = opened.result.transaction('results').objectStore('results').getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve((all.result as { suggestedName: string }[]).map(({ suggestedName }) => suggestedName));
          };
        };
      }),
  );

test('a file that is deleted on disk after it was added is still there', async ({ playwright, launchOptions }) => {
  // A profile on disk: private windows only point to the file.
  const context = await playwright.chromium.launchPersistentContext(join(folder, 'profile'), launchOptions);
  const page = await context.newPage();
  await page.goto(`${env.NOMINA_URL}/dashboard/tools`);
  const [path] = await onDisk(page, 'a.jpg');
  await page.getByTestId('file-input').setInputFiles(path as string);
  await ready(page);
  await expect.poll(() => held(page, 'pictures')).toBe(1);
  rmSync(path as string);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByText('1 of 1 ready.', { exact: false })).toBeVisible();
  await context.close();
});

test('where nothing is kept, a deleted file fails alone, can be removed, and the ZIP is made of the rest', async ({ page }) => {
  await withoutDatabase(page);
  await page.goto('/dashboard/tools');
  const [first, second] = await onDisk(page, 'stays.jpg', 'goes.jpg');
  await page.getByTestId('file-input').setInputFiles([first as string, second as string]);
  await ready(page);
  rmSync(second as string);
  await configure(page);
  await run(page, 'Process 2 Images with AI');
  await expect(page.getByText('1 of 2 ready. 1 failed.', { exact: false })).toBeVisible();
  await expect(row(page, 'goes.jpg')).toContainText('The file can no longer be read: it was moved, changed or deleted. Add it again.');
  expect(Object.keys(await zip(page))).toHaveLength(1);
  await expect(page.getByText('Downloaded 1 images as ZIP file.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove goes.jpg' }).click();
  await expect(page.getByText('1 of 1 ready.', { exact: false })).toBeVisible();
});

test('names edited by hand, options and results come back after a reload and in a new tab', async ({ page, context }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 210)]);
  await configure(page);
  await tab(page, /format/i);
  await turnOn(page, 'Resize images');
  await page.getByLabel('Max width').fill('200');
  await run(page, 'Process 1 Image with AI');
  await rename(page, 'a.jpg', 'my own name');
  await expect.poll(() => saved(page)).toEqual(['my-own-name']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'New name my-own-name.jpg. Change it' })).toBeVisible();
  expect(Object.keys(await zip(page))).toEqual(['my-own-name.jpg']);
  await page.close();
  const next = await context.newPage();
  await next.goto('/dashboard/tools');
  await expect(next.getByRole('button', { name: 'New name my-own-name.jpg. Change it' })).toBeVisible();
  await next.getByRole('button', { name: 'Back to Processing' }).click();
  await expect(next.getByLabel('Max width')).toHaveValue('200 px');
});

test('what was changed is undone after processing again and after a reload', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 216), await paint(page, 'b.jpg', 'image/jpeg', 217)]);
  await configure(page);
  await turnOn(page, 'Keep my names');
  await run(page, 'Process 2 Images (No AI Credits)');
  const name = (of: string) => page.getByRole('button', { name: `New name ${of}.jpg. Change it` });
  await rename(page, 'a.jpg', 'first try');
  await expect(name('first-try')).toBeVisible();
  await rename(page, 'a.jpg', 'second try');
  await expect(name('second-try')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Processing' }).click();
  await tab(page, /format/i);
  await turnOn(page, 'Resize images');
  await run(page, 'Process 2 Images (No AI Credits)');
  await expect(name('second-try')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(name('first-try')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select b.jpg' }).check();
  await page.getByRole('button', { name: 'Remove selected' }).click();
  await expect(name('b')).toHaveCount(0);
  await expect.poll(() => held(page, 'history')).toBe(2);
  await page.reload();
  await expect(name('first-try')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Remove 1 image' }).click();
  await expect(name('b')).toBeVisible();
  expect(Object.keys(await zip(page))).toEqual(['first-try.jpg', 'b.jpg']);
  await page.keyboard.press('Control+z');
  await expect(name('a')).toBeVisible();
  // Writing runs beside the screen.
  await expect.poll(() => redoable(page)).toBe(2);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Redo: Rename a.jpg' })).toBeEnabled();
});

test('Start over and Clear All are taken back with everything: images, names, results, history and step', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 218), await paint(page, 'b.jpg', 'image/jpeg', 219)]);
  await configure(page);
  await turnOn(page, 'Keep my names');
  await run(page, 'Process 2 Images (No AI Credits)');
  await rename(page, 'a.jpg', 'mine');
  await startOver(page);
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
  await expect.poll(() => held(page, 'pictures')).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeFocused();
  await expect.poll(() => held(page, 'pictures')).toBe(2);
  await expect.poll(() => held(page, 'outputs')).toBe(2);
  await page.reload();
  expect(Object.keys(await zip(page))).toEqual(['mine.jpg', 'b.jpg']);
  await page.getByRole('button', { name: 'Undo: Rename a.jpg' }).click();
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByText('2 images, with names and results.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('2/20')).toBeVisible();
  await expect(page.getByText('All images removed')).toHaveCount(0);
  // What was taken away for good, and what came after something new, stays away.
  await page.getByRole('button', { name: 'Clear All' }).click();
  await upload(page, [await paint(page, 'c.jpg', 'image/jpeg', 220)]);
  await expect(page.getByText('1/20')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('list', { name: 'Images Ready' }).locator('figure')).toHaveCount(1);
});

test('an image that was removed before the run comes back by its button and by Ctrl Z', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 221), await paint(page, 'b.jpg', 'image/jpeg', 222)]);
  await ready(page);
  await page.getByRole('button', { name: 'Remove a.jpg' }).click();
  await expect(page.getByText('1/20')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('2/20')).toBeVisible();
  await page.getByRole('button', { name: 'Remove a.jpg' }).click();
  await page.getByRole('button', { name: 'Remove b.jpg' }).click();
  await expect(page.getByText('Drop images or folders here')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('list', { name: 'Images Ready' }).locator('figcaption')).toHaveText(['a.jpg', 'b.jpg']);
  await page.keyboard.press('Control+Shift+Z');
  await expect(page.getByText('1/20')).toBeVisible();
  await expect.poll(() => held(page, 'history')).toBe(2);
  // The removal is written as well: both steps were in the history before.
  await expect.poll(() => held(page, 'pictures')).toBe(1);
  await page.reload();
  await expect(page.getByText('1/20')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('2/20')).toBeVisible();
  await expect.poll(() => held(page, 'pictures')).toBe(2);
});

test('leaving with edits that cannot be kept asks first', async ({ page }) => {
  await withoutDatabase(page);
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 211)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await rename(page, 'a.jpg', 'my own name');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).accept();
});

test('Back goes a step back inside the tool, Forward a step on, and the address stays', async ({ page }) => {
  await page.goto('/terms');
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 212)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Configure Processing' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1/20')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/dashboard/tools');
  for (let back = 0; back < 3; back += 1) await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
});

test('a link leaves the tool at its step, also over another page and back', async ({ page }) => {
  const review = page.getByRole('heading', { name: 'Review & Download' });
  await page.goto('/');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 216)]);
  await configure(page);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Use Cases' }).click();
  await expect(page).toHaveURL(/#use-cases$/);
  await expect(page.getByRole('heading', { name: 'Configure Processing' })).toHaveCount(1);
  await run(page, 'Process 1 Image with AI');
  await header.getByRole('link', { name: 'Features' }).click();
  await expect(page.locator('#features')).toBeInViewport();
  await expect(review).toHaveCount(1);
  await page.goBack();
  await expect(review).toHaveCount(1);

  await page.goto('/dashboard/tools');
  await expect(review).toBeVisible();
  const rooms = page.getByRole('navigation', { name: 'Dashboard' });
  await rooms.getByRole('link', { name: 'Tools' }).click();
  await expect(review).toBeVisible();
  await rooms.getByRole('link', { name: 'Tasks' }).click();
  await expect(page).toHaveURL(/jobs$/);
  await rooms.getByRole('link', { name: 'Tools' }).click();
  await expect(review).toBeVisible();
});

test('Back goes step by step after a reload, too', async ({ page }) => {
  await page.goto('/terms');
  await page.goto('/');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 217)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await expect.poll(() => held(page, 'outputs')).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Configure Processing' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1/20')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
});

test('images that an earlier version has kept come back in this one', async ({ page }) => {
  await page.goto('/terms');
  const { name, buffer } = await paint(page, 'old.jpg', 'image/jpeg', 223);
  await page.evaluate(
    async ({ name, base64 }) => {
      const opened = indexedDB.open('nomina', 2);
      await new Promise<void>((done) => {
        opened.onupgradeneeded = () => {
          for (const store of ['pictures', 'results', 'outputs']) opened.result.createObjectStore(store, { keyPath: 'id' }).createIndex('batch', 'batch');
          opened.result.createObjectStore('batches', { keyPath: 'id' });
        };
        opened.onsuccess = () => done();
      });
      const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type: 'image/jpeg' });
      const writing = opened.result.transaction(['pictures', 'batches'], 'readwrite');
      writing.objectStore('pictures').put({ id: 'one', batch: 'then', file, name, folder: '', order: 0, inspection: { format: 'jpeg', width: 320, height: 240, frames: 1 } });
      writing.objectStore('batches').put({ id: 'then', at: Date.now() });
      await new Promise((done) => {
        writing.oncomplete = done;
      });
      opened.result.close();
    },
    { name, base64: buffer.toString('base64') },
  );
  await page.goto('/dashboard/tools');
  await expect(page.getByText('1 previously uploaded images have been restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove old.jpg' }).click();
  await expect.poll(() => held(page, 'history')).toBe(2);
});

test('two tabs have a batch each', async ({ page, context }) => {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 213)]);
  await ready(page);
  const other = await context.newPage();
  await other.goto('/dashboard/tools');
  await upload(other, [await paint(other, 'b.jpg', 'image/jpeg', 214)]);
  await expect(other.getByText('1/20')).toBeVisible();
  await other.getByRole('button', { name: 'Clear All' }).click();
  await other.close();
  await page.reload();
  await expect(page.getByText('1 previously uploaded images have been restored.')).toBeVisible();
});

test('without web storage the tool works', async ({ page }) => {
  await page.addInitScript(() => {
    const denied = { get: () => { throw new DOMException('denied', 'SecurityError'); } };
    Object.defineProperty(window, 'localStorage', denied);
    Object.defineProperty(window, 'sessionStorage', denied);
  });
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 215)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
});

test.describe('a part that does not load', () => {
  /** The browser's own lines about the missing file are not the page's complaints. */
  test.use({ complaints: [] });

  test('is asked for a few times, then a sentence and a way to reload are there', async ({ page }) => {
    let asked = 0;
    await page.route('**/rules-*.wasm', (route) => {
      asked += 1;
      return route.fulfill({ status: 404, body: '' });
    });
    await page.clock.install();
    await page.goto('/dashboard/tools');
    await expect(page.getByRole('heading', { name: 'The tool could not be loaded' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    const soFar = asked;
    expect(soFar).toBeLessThanOrEqual(6);
    // An hour of the page's own clock. A request that it asks for then would be sent before this one.
    await page.clock.fastForward('01:00:00');
    await page.evaluate(() => fetch('/healthz'));
    expect(asked).toBe(soFar);
  });

  test('after a new release says that', async ({ page }) => {
    await page.route('**/rules-*.wasm', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/dashboard/tools');
    await page.route((url) => url.pathname === '/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" crossorigin src="/assets/index-new.js"></script>' }),
    );
    await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible();
  });
});
