// The tool as a person drives it: short verbs that the tests share.
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { haveUsed, newPerson, signIn } from '../account.mjs';
import { expect, type TestImage } from './fixtures';

export async function upload(page: Page, images: TestImage[]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(images);
}

/** The images are checked and on screen. The first of them waits for the engine to be compiled, which takes its time on a busy machine. */
export async function ready(page: Page): Promise<void> {
  await expect(page.getByText(/^[1-9]\d*\/(20|250)$/)).toBeVisible({ timeout: 45_000 });
}

export async function configure(page: Page): Promise<void> {
  await ready(page);
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click();
  await expect(page.getByRole('tab', { name: /naming/i })).toBeVisible();
}

export async function tab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Clicks the switch as a person does, once nothing moves any more. */
export async function turnOn(page: Page, name: string): Promise<void> {
  await page.getByRole('switch', { name }).check();
}

export async function process(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 90_000 });
}

/** Downloads everything and gives the ZIP's place on disk. */
export async function zipFile(page: Page): Promise<string> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All as ZIP' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('processed-images.zip');
  return download.path();
}

/** Downloads everything and gives the ZIP's entries. */
export async function zip(page: Page): Promise<Record<string, Uint8Array>> {
  return unzipSync(readFileSync(await zipFile(page)));
}

/** Turns on one of the results' options, which are behind a button. */
export async function chooseOption(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await page.getByRole('switch', { name }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch', { name })).toHaveCount(0);
}

export async function startOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await page.getByRole('button', { name: 'Start over' }).click();
}

type Tier = 'starter' | 'essential' | 'professional';

/** Signs a new person of a plan in and opens the tool. */
export async function openAs(page: Page, tier: Tier, preferences?: { darkMode: boolean }): Promise<void> {
  await signIn(page, await newPerson(env.NOMINA_URL ?? '', data(), tier, preferences));
  await expect(page.getByRole('heading', { name: 'Upload Your Images' })).toBeVisible();
}

/** A new starter whose day is used up. */
export async function openAsUsedUp(page: Page, namesOne: (page: Page) => Promise<void>): Promise<void> {
  const person = await newPerson(env.NOMINA_URL ?? '', data(), 'starter');
  await signIn(page, person);
  await namesOne(page);
  haveUsed(data(), person, 'starter', 50);
}

function data(): string {
  return env.NOMINA_E2E_DATA ?? '';
}

/** The row of the results that an image's old name is in. */
export function row(page: Page, oldName: string): Locator {
  const cell = page.getByRole('cell', { name: new RegExp(`^(was )?${oldName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) });
  return page.getByRole('row').filter({ has: cell });
}

/** Edits a row's new name with the keyboard. */
export async function rename(page: Page, oldName: string, name: string): Promise<void> {
  await row(page, oldName).getByRole('button', { name: /^New name / }).click();
  const field = page.getByRole('textbox', { name: `New name for ${oldName}` });
  await field.fill(name);
  await field.press('Enter');
}

/** Answers the naming calls by hand: `answer` gets the number of the call, 1 for the first; nothing lets it through. */
export async function namingBy(page: Page, answer: (call: number) => Promise<{ status: number; json: object } | undefined>): Promise<void> {
  let calls = 0;
  await page.route('**/api/v1/ai/suggest-name', async (route) => {
    calls += 1;
    const made = await answer(calls);
    // The page may have gone on without the answer.
    await (made ? route.fulfill(made) : route.continue()).catch(() => undefined);
  });
}

/** How many nearly white pixels are in each area; areas are shares of the image. */
export async function brightness(page: Page, bytes: Uint8Array, areas: [x: number, y: number, w: number, h: number][]): Promise<number[]> {
  return page.evaluate(
    async ({ base64, areas }) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const draw = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      draw.drawImage(image, 0, 0);
      return areas.map(([x, y, w, h]) => {
        const { data } = draw.getImageData(x * image.width, y * image.height, w * image.width, h * image.height);
        let bright = 0;
        for (let at = 0; at < data.length; at += 4) if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > 170) bright += 1;
        return bright;
      });
    },
    { base64: Buffer.from(bytes).toString('base64'), areas },
  );
}
