// The workspace as a person drives it: short verbs that the tests share.
import type { Locator, Page } from '@playwright/test';
import { zipSync } from 'fflate';
import type { Person } from './account';
import { expect, paint } from './fixtures';
import { configure, process as run, upload } from './tool';

/** Takes images through the tool, in the dashboard. */
export async function processImages(page: Page, ...names: string[]): Promise<void> {
  await page.goto('/dashboard/tools');
  await upload(page, await Promise.all(names.map((name, at) => paint(page, name, 'image/jpeg', at + 300, 320, 240))));
  await configure(page);
  await run(page, /^Process \d+ Images?/);
}

/** The batch on screen is in the history. */
export async function saved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved to your history\./)).toBeVisible({ timeout: 30_000 });
}

export async function openHistory(page: Page): Promise<Locator> {
  await page.goto('/dashboard/jobs');
  const list = page.getByRole('list', { name: 'Processing history' });
  await expect(list).toBeVisible();
  return list;
}

export function batchRow(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Processing history' }).getByRole('listitem').filter({ has: page.getByRole('button', { name: `${name}. Rename` }) });
}

/** An account as a program sees it. */
export class Client {
  #url = String(process.env.NOMINA_URL);
  #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  static async of({ email, password }: Person): Promise<Client> {
    const answer = await fetch(`${process.env.NOMINA_URL}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { accessToken } = (await answer.json()) as { accessToken: string };
    return new Client(accessToken);
  }

  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const form = body instanceof FormData;
    const answer = await fetch(this.#url + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(form ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as Answer;
  }

  /** A finished batch with one small file in its ZIP, or with these. */
  async storeBatch(batchName: string, files: StoredFile[] = []): Promise<string> {
    const count = Math.max(1, files.length);
    const { id } = await this.call<{ id: string }>('POST', '/api/v1/batches', { batchName, fileCount: count, processedCount: count });
    if (files.length > 0) await this.call('POST', `/api/v1/batches/${id}/files`, { files: files.map(entryOf) });
    const entries = files.length > 0 ? Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])) : { 'red-boat.png': PNG };
    const form = new FormData();
    form.append('zipFile', new Blob([zipSync(entries)]), 'processed-images.zip');
    form.append('batchId', id);
    form.append('originalFilename', 'processed-images.zip');
    await this.call('POST', '/server/api/store-zip', form);
    return id;
  }
}

export interface StoredFile {
  was: string;
  /** The new name, of a WebP. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file as the web app reports it; it is small enough to be its own thumbnail. */
function entryOf({ was, name, bytes }: StoredFile): object {
  return {
    originalFilename: was,
    processedFilename: name,
    originalSize: bytes.length * 40,
    processedSize: bytes.length,
    mimeType: 'image/webp',
    thumbnail: `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`,
    status: 'completed',
  };
}

/** One red pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
