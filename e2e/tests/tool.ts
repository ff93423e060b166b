// The tool as a person drives it: short verbs that the tests share.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, type Picture } from './fixtures';

export async function upload(page: Page, pictures: Picture[]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(pictures);
}

/** The pictures are checked and on screen. */
export async function ready(page: Page): Promise<void> {
  await expect(page.getByText(/^[1-9]\d*\/20$/)).toBeVisible();
}

export async function configure(page: Page): Promise<void> {
  await ready(page);
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click();
  await expect(page.getByRole('tab', { name: /naming/i })).toBeVisible();
}

export async function tab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

export async function turnOn(page: Page, name: string): Promise<void> {
  await page.getByRole('switch', { name }).check({ force: true });
}

export async function process(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 90_000 });
}

/** Downloads everything and gives the ZIP's entries. */
export async function zip(page: Page): Promise<Record<string, Uint8Array>> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All as ZIP' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('processed-images.zip');
  return unzipSync(readFileSync(await download.path()));
}
