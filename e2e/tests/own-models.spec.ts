// Models that the page asks by itself: Chrome's built-in one (a stand-in for the Prompt API) and services with a key of one's own
// (recorded answers at the service's host). The key reaches that host and nothing else.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request, Route } from '@playwright/test';
import { expect, paint, test } from './fixtures';
import { configure, namingBy, openAs, process as start, row, turnOn, upload } from './tool';

const KEY = 'sk-own-key-of-a-person-0123456789';
const CORS = { 'access-control-allow-origin': '*' };

/** Requests that left the page, the image workers and the workers of services. */
function requests(page: Page): Request[] {
  const all: Request[] = [];
  page.context().on('request', (request) => all.push(request));
  return all;
}

async function withImages(page: Page, count: number): Promise<void> {
  const images = Array.from({ length: count }, (_, at) => paint(page, `IMG_${at + 1}.jpg`, 'image/jpeg', at + 3));
  await upload(page, await Promise.all(images));
  await configure(page);
}

const fields = (fileName: string) => JSON.stringify({ fileName, altText: 'A red fox.', keywords: ['fox'], alternatives: [] });
const openAiSays = (text: string) => ({ choices: [{ message: { content: text } }] });

/** Answers for a service's host; `answer` gets the number of the call. */
async function service(page: Page, host: string, answer: (call: number) => { status?: number; json: object; headers?: Record<string, string> }): Promise<Request[]> {
  const asked: Request[] = [];
  await page.context().route(`https://${host}/**`, (route: Route) => {
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: { ...CORS, 'access-control-allow-headers': '*' } });
    asked.push(route.request());
    const { status = 200, json, headers } = answer(asked.length);
    return route.fulfill({ status, json, headers: { ...CORS, ...headers } });
  });
  return asked;
}

async function useKey(page: Page, label: string): Promise<void> {
  await turnOn(page, 'A service with your own key');
  await page.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: label }).click();
  await page.getByLabel(`Your key for ${label}`).fill(KEY);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await expect(page.getByRole('button', { name: 'Forget this key' })).toBeVisible();
}

/** Everything that the page has stored, besides local storage. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...sessionStorage }, document.cookie, location.href];
    for (const { name = '' } of await indexedDB.databases()) {
      const open = indexedDB.open(name);
      await new Promise((done) => { open.onsuccess = done; });
      for (const store of open.result.objectStoreNames) {
        const all = open.result.transaction(store).objectStore(store).getAll();
        await new Promise((done) => { all.onsuccess = done; });
        found.push(all.result);
      }
      open.result.close();
    }
    return JSON.stringify(found);
  });
}

/** Every file of the server's data folder. */
function serverFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? serverFiles(path) : [path];
  });
}

test('a key of one’s own asks the service from this page; the key reaches no other host and nothing is counted', async ({ page }) => {
  await openAs(page, 'professional');
  const all = requests(page);
  const asked = await service(page, 'api.openai.com', (call) => ({ json: openAiSays(fields(`Red_Fox number ${call}`)) }));
  await withImages(page, 2);
  await useKey(page, 'OpenAI');
  await expect(page.getByText('A small copy of each, without metadata, goes from this browser straight to OpenAI.')).toBeVisible();
  await expect(page.getByText(/this run uses 0/)).toBeVisible();
  await start(page, 'Process 2 Images with AI');
  await expect(row(page, 'IMG_1.jpg')).toContainText(/red-fox-number/);
  expect(asked).toHaveLength(2);
  expect(await asked[0]?.headerValue('authorization')).toBe(`Bearer ${KEY}`);
  expect(await asked[0]?.headerValue('cookie')).toBeNull();
  expect(await asked[0]?.headerValue('referer')).toBeNull();
  // The batch is saved to the history: wait for it, then look at all that our server got.
  await expect(page.getByText(/Saved to your history|View in History|saved/i).first()).toBeVisible();
  const ours = all.filter((request) => new URL(request.url()).host !== 'api.openai.com');
  expect(ours.length).toBeGreaterThan(5);
  for (const request of ours) {
    const said = [request.url(), JSON.stringify(await request.allHeaders()), request.postDataBuffer()?.toString('latin1') ?? ''].join();
    expect(said.includes(KEY), request.url()).toBe(false);
    expect(request.url()).not.toMatch(/ai\/(suggest-name|count)/);
  }
  expect(await stored(page)).not.toContain(KEY);
  const files = serverFiles(process.env.NOMINA_E2E_DATA ?? '');
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(file).includes(KEY), file).toBe(false);
  const keys = await page.evaluate((key) => Object.keys(localStorage).filter((name) => localStorage.getItem(name)?.includes(key)), KEY);
  expect(keys).toEqual(['nomina.own-keys']);
});

test('neither the page nor the worker of one service can talk to another host', async ({ page, complaints }) => {
  await page.goto('/dashboard/tools');
  const reached: string[] = [];
  for (const host of ['api.openai.com', 'api.mistral.ai', 'evil.example'])
    await page.context().route(`https://${host}/**`, (route) => {
      reached.push(host);
      return route.fulfill({ json: {}, headers: CORS });
    });
  const tried = await page.evaluate(async () => {
    const byPage = await fetch('https://api.openai.com/v1/models').then(() => 'sent', () => 'refused');
    const worker = new Worker('/services/openai.js');
    const ask = (id: number, url: string) =>
      new Promise<string>((done) => {
        const listen = ({ data }: MessageEvent) => {
          if (data.id !== id) return;
          worker.removeEventListener('message', listen);
          done(data.failed ?? String(data.status));
        };
        worker.addEventListener('message', listen);
        worker.postMessage({ id, url, headers: [], body: '{}', timeOutMs: 5_000 });
      });
    const own = await ask(1, 'https://api.openai.com/v1/models');
    const others = [await ask(2, 'https://api.mistral.ai/v1/x'), await ask(3, 'https://evil.example/'), await ask(4, `${location.origin}/api/v1/me`)];
    return { byPage, own, others };
  });
  expect(tried).toEqual({ byPage: 'refused', own: '200', others: ['unreachable', 'unreachable', 'unreachable'] });
  expect(reached).toEqual(['api.openai.com']);
  // The browser says in the console what it refused: here that is what is tested.
  complaints.length = 0;
});

test('a refused key is said and not asked with again; forgotten, the server names again', async ({ page }) => {
  await page.goto('/dashboard/tools');
  const asked = await service(page, 'api.anthropic.com', () => ({ status: 401, json: { type: 'error', error: { type: 'authentication_error', message: `invalid x-api-key ${KEY}` } } }));
  await withImages(page, 5);
  await useKey(page, 'Anthropic');
  await start(page, 'Process 5 Images with AI');
  await expect(page.getByText(/Anthropic does not accept your key/).first()).toBeVisible();
  expect(asked.length, 'as many as were under way').toBeLessThanOrEqual(3);
  expect(await asked[0]?.headerValue('anthropic-dangerous-direct-browser-access')).toBe('true');
  await expect(page.getByText(KEY)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to Processing' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /^Anthropic does not accept your key/ })).toBeVisible();
  await page.getByRole('button', { name: 'Forget this key' }).click();
  await expect(page.getByText('is sent only to this server')).toBeVisible();
  expect(await page.evaluate((key) => JSON.stringify({ ...localStorage }).includes(key), KEY)).toBe(false);
});

test('a busy service is waited for, and each service is asked at its own address', async ({ page }) => {
  await page.goto('/dashboard/tools');
  const gemini = await service(page, 'generativelanguage.googleapis.com', (call) =>
    call === 1
      ? { status: 429, json: { error: { message: 'Slow down' } }, headers: { 'retry-after': '1', 'access-control-expose-headers': 'retry-after' } }
      : { json: { candidates: [{ content: { parts: [{ text: 'Tabby Cat.jpg\nalt: A cat.\nkeywords: cat' }] } }] } },
  );
  await withImages(page, 1);
  await useKey(page, 'Gemini');
  await start(page, 'Process 1 Image with AI');
  await expect(row(page, 'IMG_1.jpg')).toContainText('tabby-cat');
  expect(gemini).toHaveLength(2);
  expect(gemini[0]?.url()).toBe('https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash-lite:generateContent');
  expect(await gemini[0]?.headerValue('x-goog-api-key')).toBe(KEY);
});

test('a service is asked how sure it is, and once more when it answers in another language', async ({ page }) => {
  await page.goto('/dashboard/tools');
  const said = [
    { fileName: 'dog-on-the-beach', altText: 'A dog with the ball on the beach.', certainty: 0.9 },
    { fileName: 'hund-am-strand', altText: 'Ein Hund mit einem Ball am Strand.', certainty: 0.3 },
  ];
  const asked = await service(page, 'api.mistral.ai', (call) => ({ json: openAiSays(JSON.stringify(said[call - 1])) }));
  await withImages(page, 1);
  await useKey(page, 'Mistral');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await start(page, 'Process 1 Image with AI');
  await expect(row(page, 'IMG_1.jpg')).toContainText('hund-am-strand');
  await expect(row(page, 'IMG_1.jpg')).toContainText('Unsure: 30 % sure');
  expect(asked.map((request) => request.postData()?.includes('Your last answer was not in German'))).toEqual([false, true]);
  // The service that was unsure is not offered for its own name.
  await expect(page.getByRole('button', { name: 'Use Mistral with your key' })).toHaveCount(0);
});

/** A stand-in for Chrome's model: it can be downloaded, and says what it sees. */
async function standIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state = { availability: 'downloadable', created: 0, asked: [] as unknown[], finish: () => {} };
    const session = {
      clone: async () => ({
        prompt: async ([message]: { content: { type: string; value: unknown }[] }[], options: { responseConstraint: object }) => {
          state.asked.push({ kinds: message?.content.map(({ type }) => type), image: message?.content[1]?.value instanceof Blob, options: Object.keys(options.responseConstraint) });
          return `{"fileName":"Wooden_Boat ${state.asked.length}","altText":"A boat.","keywords":["boat"],"alternatives":[]}`;
        },
        destroy: () => {},
      }),
    };
    const create = ({ monitor }: { monitor?: (m: object) => void }) => {
      state.created += 1;
      if (state.availability === 'available') return Promise.resolve(session);
      return new Promise((resolve) => {
        monitor?.({ addEventListener: (_: string, told: (event: { loaded: number }) => void) => told({ loaded: 0.4 }) });
        state.finish = () => {
          state.availability = 'available';
          resolve(session);
        };
      });
    };
    Object.assign(window, { LanguageModel: { availability: async () => state.availability, create }, standIn: state });
  });
}

type StandIn = { standIn: { created: number; asked: object[]; finish: () => void } };

test('Chrome’s own model is offered, downloaded only when asked, and names without sending an image', async ({ page }) => {
  await standIn(page);
  await page.goto('/dashboard/tools');
  await withImages(page, 2);
  await turnOn(page, 'Chrome’s own model');
  await expect(page.getByText('Chrome has to download its model first.')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as StandIn).standIn.created), 'nothing by itself').toBe(0);
  await page.getByRole('button', { name: 'Download the model' }).click();
  await expect(page.getByText('Chrome is downloading its model: 40%')).toBeVisible();
  await page.evaluate(() => (window as unknown as StandIn).standIn.finish());
  await expect(page.getByText('Chrome is downloading its model')).toHaveCount(0);
  await expect(page.getByText('Nothing leaves your browser: the server only counts the names.')).toBeVisible();
  const sent = requests(page);
  await start(page, 'Process 2 Images with AI');
  await expect(row(page, 'IMG_1.jpg')).toContainText('wooden-boat');
  const posts = sent.filter((request) => request.method() === 'POST');
  expect(posts.map((request) => [new URL(request.url()).pathname, request.postData()])).toEqual(Array(2).fill(['/api/v1/ai/count', '{"files":1}']));
  const asked = await page.evaluate(() => (window as unknown as StandIn).standIn.asked);
  expect(asked[0]).toMatchObject({ kinds: ['text', 'image'], image: true });
});

test('unsure names are offered to the models that are here', async ({ page }) => {
  await page.goto('/dashboard/tools');
  await namingBy(page, async (call) => ({ status: 200, json: { success: true, suggestedName: `thing ${call}`, alternatives: [], provider: 'embedded', confidence: 0.2 } }));
  const asked = await service(page, 'api.mistral.ai', (call) => ({ json: openAiSays(fields(`Blue Bowl ${call}`)) }));
  await withImages(page, 2);
  await useKey(page, 'Mistral');
  // The key stays, and the server names.
  await page.getByRole('switch', { name: 'A service with your own key' }).uncheck();
  await start(page, 'Process 2 Images with AI');
  await expect(page.getByText('2 names could be better')).toBeVisible();
  await page.getByRole('button', { name: 'Use Mistral with your key' }).click();
  await expect(row(page, 'IMG_1.jpg')).toContainText('blue-bowl');
  await expect(page.getByText('2 names could be better')).toHaveCount(0);
  expect(asked).toHaveLength(2);
});
