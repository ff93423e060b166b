// NAME-01 on the visitor's own device: the model comes once, names come from the worker, and no image leaves.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { expect, paint, type TestImage, test } from './fixtures';
import { required } from './programs';
import { configure, process as start, upload, zip } from './tool';

const ROOT = resolve(import.meta.dirname, '../..');
const WEIGHTS = ['nomina-vision.bin', 'nomina-text.bin'].every((file) => existsSync(join(ROOT, 'assets/models', file)));
const PHOTOS = process.env.NOMINA_IMAGES ?? resolve(ROOT, '../shared/images');

test.skip(!WEIGHTS && !required('model'), 'The weights are not there; run scripts/fetch-models.');

const BEAGLE = join(PHOTOS, 'photos/s047.jpg');

/** A shared photo of a beagle, or a painted image where there are none. */
async function beagle(page: Page): Promise<TestImage> {
  if (!existsSync(BEAGLE)) return paint(page, 'painted.jpg', 'image/jpeg', 9);
  return { name: 'DSC_0047.JPG', mimeType: 'image/jpeg', buffer: readFileSync(BEAGLE) };
}

/** Shared photos of other kinds, one with text; painted ones where there are none. */
async function photosWithText(page: Page): Promise<TestImage[]> {
  const files = ['s007.png', 's076.png', 's100.jpg'].map((name) => join(PHOTOS, 'photos', name));
  if (!files.every(existsSync)) return Promise.all([2, 5].map((seed) => paint(page, 'painted.png', 'image/png', seed)));
  return files.map((file) => ({ name: file, mimeType: 'image/*', buffer: readFileSync(file) }));
}

const toggle = (page: Page) => page.getByRole('switch', { name: /^On this device/ });

async function turnOn(page: Page): Promise<void> {
  await expect(toggle(page)).toBeEnabled();
  await toggle(page).check({ force: true });
}

/** Turns it on and waits until the last of the weights is here. */
async function bringModel(page: Page): Promise<void> {
  const last = page.waitForResponse((response) => response.url().includes('/models/nomina-text.bin'));
  await turnOn(page);
  await last;
  await expect(page.getByRole('progressbar', { name: 'Loading the model' })).toHaveCount(0);
}

/** Everything that leaves the browser with a body, from now on. */
function outgoing(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request);
  });
  return sent;
}

test.beforeEach(async ({ page }) => {
  await page.goto('/dashboard/tools');
});

test('the switch brings the model with a progress bar, names come, and no image leaves', async ({ page }) => {
  await upload(page, [await paint(page, 'painted.jpg', 'image/jpeg', 9), await paint(page, 'painted.png', 'image/png', 2)]);
  await configure(page);
  await expect(page.getByText('is sent only to this server')).toBeVisible();
  // The server is slow here, so that the bar can be seen.
  await page.route('**/models/*', async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  const sent = outgoing(page);
  const module = page.waitForRequest(/vision[\w-]*\.wasm$/);
  await turnOn(page);
  await expect(page.getByText('Nothing leaves your browser: the server only counts the names.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading the model' })).toBeVisible();
  await expect(page.getByText(/^Loading the model: [\d.]+ of 29\.8 MB$/)).toBeVisible();
  expect((await module).url(), 'Chromium takes relaxed vectors').toContain('vision-relaxed');
  await start(page, 'Process 2 Images with AI');
  expect(Object.keys(await zip(page))).toHaveLength(2);
  expect(sent.map((request) => new URL(request.url()).pathname)).toEqual(['/api/v1/ai/count', '/api/v1/ai/count']);
  expect(sent.map((request) => request.postData())).toEqual(['{"files":1}', '{"files":1}']);
});

test('a photo is named for what is in it', async ({ page }) => {
  test.skip(!existsSync(BEAGLE) && !required('images'), 'The shared photos are not there; NOMINA_IMAGES names their folder.');
  await upload(page, [await beagle(page)]);
  await configure(page);
  await bringModel(page);
  await start(page, 'Process 1 Image with AI');
  expect(Object.keys(await zip(page)).join()).toContain('beagle-dog');
});

test('with relaxed vectors the browser gives the same words as without', async ({ page }) => {
  test.slow();
  // The modules as they were built, under addresses that the server does not have.
  await page.route(/\/(bench\/browser|web\/src\/engine\/pkg|assets\/models)\//, (route) => {
    const path = join(ROOT, new URL(route.request().url()).pathname);
    const contentType = path.endsWith('.mjs') ? 'text/javascript' : path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return route.fulfill({ body: readFileSync(path), contentType });
  });
  const images = [await beagle(page), ...(await photosWithText(page))].map(({ buffer }) => buffer.toString('base64'));
  const seen = await page.evaluate(async (images) => {
    const { openModule } = await import(new URL('/bench/browser/module.mjs', location.href).href);
    const bytesOf = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());
    const engine = await openModule('engine');
    const words = async (name: string) => {
      const model = await openModule(name);
      const { value: loops } = model.call({ op: 'loadModel' }, [await bytesOf('/assets/models/nomina-vision.bin')]);
      model.call({ op: 'loadReader' }, [await bytesOf('/assets/models/nomina-text.bin')]);
      const describe = async (image: string) => {
        const { bytes } = engine.call({ op: 'modelInput' }, [await bytesOf(`data:;base64,${image}`)]);
        return model.call({ op: 'describe' }, [bytes]).value;
      };
      return { loops, words: await Promise.all(images.map(describe)) };
    };
    return { relaxed: await words('vision-relaxed'), plain: await words('vision') };
  }, images);
  test.info().annotations.push({ type: 'loops', description: seen.relaxed.loops });
  expect(seen.plain.loops).toBe('Wasm');
  expect(seen.relaxed.words).toEqual(seen.plain.words);
  expect(seen.plain.words).toHaveLength(images.length);
});

test('the choice is remembered and the model is not fetched again', async ({ page }) => {
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 3)]);
  await configure(page);
  await bringModel(page);
  await page.reload();
  const again: string[] = [];
  page.on('request', (request) => request.url().includes('/models/') && again.push(request.url()));
  await configure(page);
  await expect(toggle(page)).toBeChecked();
  await start(page, /^Process 1 Image with AI$/);
  expect(again).toEqual([]);
  await expect(page.getByText(/AI processing failed/)).toHaveCount(0);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('images added after a reload are named and saved', async ({ page, context, complaints }) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 3)]);
    await configure(page);
    await bringModel(page);
    await context.setOffline(true);
    await page.reload();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add More' }).click();
    await (await chooser).setFiles(await beagle(page));
    await expect(page.getByText('2/20')).toBeVisible();
    await configure(page);
    await expect(toggle(page)).toBeChecked();
    await start(page, 'Process 2 Images with AI');
    await expect(page.getByText(/AI processing failed/)).toHaveCount(0);
    const names = Object.keys(await zip(page));
    expect(names).toHaveLength(2);
    expect(names).not.toContain('a.jpg');
    // What asks the server is told that there is none; nothing else may go wrong.
    expect(complaints.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });
});

test('damaged weights say so, and the image keeps its cleaned name', async ({ page }) => {
  await page.route('**/models/nomina-vision.bin*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.body();
    body[body.length - 1] ^= 1;
    await route.fulfill({ response: answer, body });
  });
  await upload(page, [await paint(page, 'My Holiday.jpg', 'image/jpeg', 4)]);
  await configure(page);
  const sent = outgoing(page);
  await turnOn(page);
  await expect(page.getByText('The naming model cannot be loaded: the weights file is damaged; fetch it again.')).toBeVisible();
  await start(page, 'Process 1 Image with AI');
  expect(Object.keys(await zip(page))).toEqual(['my-holiday.jpg']);
  expect(sent).toEqual([]);
});

test('a name made without the server is used, and counted when the network is back', async ({ page, complaints }) => {
  await upload(page, [await paint(page, 'Offline Day.jpg', 'image/jpeg', 5)]);
  await configure(page);
  await turnOn(page);
  await page.route('**/api/v1/ai/count', (route) => route.abort());
  await start(page, 'Process 1 Image with AI');
  await expect(page.getByText(/AI processing failed/)).toHaveCount(0);
  expect(Object.keys(await zip(page))).not.toEqual(['offline-day.jpg']);
  // The browser itself says that the request failed; that is what was wanted here.
  complaints.splice(0);
  await page.unroute('**/api/v1/ai/count');
  const counted = page.waitForRequest('**/api/v1/ai/count');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  expect((await counted).postData()).toBe('{"files":1}');
  await expect(page.getByText('1 name made offline was counted.')).toBeVisible();
});

test('without a model on the server the switch is closed and says why', async ({ page }) => {
  const problem = 'The naming model is not installed on this server. Run `make setup` with a network.';
  await page.route('**/api/v1/naming/device', (route) => route.fulfill({ json: { files: [], problem } }));
  await page.reload();
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 6)]);
  await configure(page);
  await expect(toggle(page)).toBeDisabled();
  await expect(page.getByText(problem)).toBeVisible();
});

const BEST = existsSync(join(ROOT, 'assets/models/nomina-best.bin'));

test.describe('better names', () => {
  test.skip(!BEST && !required('model'), 'nomina-best.bin is not there; run scripts/fetch-models.');
  const better = (page: Page) => page.getByRole('switch', { name: /^Better names/ });
  const firstName = (page: Page) => page.getByRole('button', { name: /^New name/ }).first();

  /** The step of each batch that the browser has kept. */
  const keptSteps = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<(string | undefined)[]>((resolve) => {
          const opened = indexedDB.open('nomina');
          opened.onsuccess = () => {
            const all = opened.result.transaction('batches').objectStore('batches').getAll();
            all.onsuccess = () => {
              opened.result.close();
              resolve((all.result as { step?: string }[]).map(({ step }) => step));
            };
          };
        }),
    );

  /** Names a photo of old coins, which the quick model is not sure of, and a painted image. */
  async function nameQuickly(page: Page): Promise<void> {
    const coins = { name: 'a.webp', mimeType: 'image/webp', buffer: readFileSync(join(ROOT, 'web/src/ui/images/coins.webp')) };
    await upload(page, [coins, await paint(page, 'b.png', 'image/png', 2)]);
    await configure(page);
    await bringModel(page);
    await start(page, 'Process 2 Images with AI');
    await expect(page.getByText(/Names by the quick model on this device\./)).toBeVisible();
  }

  test('the quick names come first; the larger model names again what could be better, and undo takes it back', async ({ page }) => {
    test.slow();
    const fetched: string[] = [];
    page.on('request', (request) => request.url().includes('nomina-best.bin') && fetched.push(request.url()));
    await nameQuickly(page);
    expect(fetched, 'nobody asked for it').toEqual([]);
    await expect(page.getByText(/^[12] names? could be better$/)).toBeVisible();
    const before = await firstName(page).textContent();
    const sent = outgoing(page);
    await page.getByRole('button', { name: /^Use the larger model on this device \(\d+ MB, once\)$/ }).click();
    await expect(page.getByText(/by the (larger model on this device|quick model and \d by the larger one)\./)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/could be better$/)).toHaveCount(0);
    expect(fetched).toHaveLength(1);
    expect(sent, 'no image leaves, and no name is counted twice').toEqual([]);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect(page.getByText(/Names by the quick model on this device\./)).toBeVisible();
    expect(await firstName(page).textContent()).toBe(before);
    // It is kept: another visit names with it and fetches nothing.
    await page.getByRole('button', { name: 'Back to Processing' }).click();
    await expect(better(page)).toBeChecked();
    await expect.poll(() => keptSteps(page)).not.toContain('results');
    await page.reload();
    await configure(page);
    await start(page, /^(Process|Apply)/);
    await expect(page.getByText(/by the larger model on this device\./)).toBeVisible();
    expect(fetched).toHaveLength(1);
  });

  test('asked for before the run, it comes with a progress bar, can be cancelled, and then names the batch', async ({ page }) => {
    test.slow();
    await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 3)]);
    await configure(page);
    await bringModel(page);
    let held = true;
    await page.route('**/models/nomina-best.bin*', async (route) => {
      while (held) await new Promise((done) => setTimeout(done, 50));
      await route.continue().catch(() => undefined);
    });
    await better(page).check({ force: true });
    await expect(page.getByText(/^Loading the larger model: 0\.0 of \d+\.\d MB$/)).toBeVisible();
    await expect(page.getByText('the larger model on this device').first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel the download' }).click();
    await expect(better(page)).not.toBeChecked();
    await expect(page.getByRole('progressbar', { name: 'Loading the larger model' })).toHaveCount(0);
    held = false;
    await better(page).check({ force: true });
    await start(page, 'Process 1 Image with AI');
    await expect(page.getByText(/Names by the larger model on this device\./)).toBeVisible();
  });

  test('a damaged file is noticed by its hash, said, and not kept; the quick model names', async ({ page }) => {
    await page.route('**/models/nomina-best.bin*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.body();
      body[body.length - 1] ^= 1;
      await route.fulfill({ response: answer, body });
    });
    await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 4)]);
    await configure(page);
    await bringModel(page);
    await better(page).check({ force: true });
    await expect(page.getByText('The naming model cannot be loaded: the weights file is damaged; fetch it again.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Until it is here, names come from the quick model.')).toBeVisible();
    await start(page, 'Process 1 Image with AI');
    await expect(page.getByText(/Names by the quick model on this device\./)).toBeVisible();
    const kept = await page.evaluate(async () => (await (await caches.open('nomina-models')).keys()).map(({ url }) => new URL(url).pathname));
    expect(kept.sort()).toEqual(['/models/nomina-text.bin', '/models/nomina-vision.bin']);
  });

  test.describe('without a network', () => {
    test.use({ serviceWorkers: 'allow' });

    test('a larger model that is here names on', async ({ page, context, complaints }) => {
      test.slow();
      await page.evaluate(() => navigator.serviceWorker.ready);
      await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 3)]);
      await configure(page);
      await bringModel(page);
      const whole = page.waitForResponse((response) => response.url().includes('/models/nomina-best.bin'));
      await better(page).check({ force: true });
      await whole;
      await expect(page.getByRole('progressbar', { name: 'Loading the larger model' })).toHaveCount(0, { timeout: 60_000 });
      await context.setOffline(true);
      await page.reload();
      await configure(page);
      await start(page, 'Process 1 Image with AI');
      await expect(page.getByText(/Names by the larger model on this device\./)).toBeVisible();
      expect(complaints.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    });
  });
});
