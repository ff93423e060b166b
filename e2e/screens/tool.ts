// The tool's steps and everything that can happen in them, one image each: on the landing page and in the workspace.
import type { Page } from '@playwright/test';
import { expect, paint, type TestImage } from '../tests/fixtures';
import { configure, namingBy, startOver, tab, turnOn, upload } from '../tests/tool';

export type Shoot = (page: Page, name: string) => Promise<void>;

/** The headers are in order, the pixels are not. */
async function damaged(page: Page): Promise<TestImage> {
  const whole = await paint(page, 'damaged.png', 'image/png', 51, 900, 700);
  const buffer = Buffer.from(whole.buffer);
  buffer.fill(0xaa, buffer.indexOf('IDAT') + 4, buffer.length - 16);
  return { ...whole, buffer };
}

async function images(page: Page): Promise<TestImage[]> {
  const names = ['IMG_0001.jpg', 'IMG_0002.jpg', 'DSC_a-long-name-from-a-camera-that-numbers-everything_0003.jpg', 'IMG_0004.jpg'];
  return [...(await Promise.all(names.map((name, seed) => paint(page, name, 'image/jpeg', seed + 1)))), await damaged(page)];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const reviewed = (page: Page) => expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 90_000 });

export async function theTool(page: Page, path: string, prefix: string, shoot: Shoot): Promise<void> {
  const take = (name: string) => shoot(page, `${prefix}-${name}`);
  await page.goto(path);
  await upload(page, [...(await images(page)), { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') }]);
  await expect(page.getByText(/^5\/(20|250)$/)).toBeVisible({ timeout: 45_000 });
  await take('1-upload');
  await configure(page);
  await take('2-naming');
  await theOptions(page, take);
  await theRun(page, take);
  await theReview(page, take);
  await theLimit(page, take);
}

type Take = (name: string) => Promise<void>;

async function theOptions(page: Page, take: Take): Promise<void> {
  for (const name of [/watermark/i, /metadata/i, /format/i]) {
    await tab(page, name);
    if (name.test('watermark')) {
      await turnOn(page, 'Enable text watermark');
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('© Nomina');
    }
    // Without work on the pixels a damaged image would pass as it is.
    if (name.test('format')) await turnOn(page, 'Resize images');
    await take(`2-${name.source}`);
  }
}

/** Some are done, the others wait for a name; then it is cancelled. */
async function theRun(page: Page, take: Take): Promise<void> {
  await namingBy(page, async (call) => (call > 2 ? new Promise<undefined>(() => undefined) : undefined));
  await button(page, /^Process 5 Images/).click();
  await expect(page.getByText(/^[1-3] of 5 done/)).toBeVisible({ timeout: 30_000 });
  await take('3-running');
  await button(page, 'Cancel').click();
  await reviewed(page);
  await take('4-cancelled');
  await page.unroute('**/api/v1/ai/suggest-name');
}

/** What was cancelled is taken up again; one gets no name, and the damaged one stays as it was. */
async function theReview(page: Page, take: Take): Promise<void> {
  await namingBy(page, async (call) => (call === 1 ? { status: 400, json: { status: 400, code: 'ai_failed', title: 'No response from the model' } } : undefined));
  await button(page, /^Retry \d+ images$/).click();
  await expect(page.getByText(/^\d named, \d kept (its name|their names)/).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Processing failed: /).first()).toBeVisible();
  await take('4-failed');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await take('4-selection');
  await page.getByRole('checkbox', { name: 'Select all shown' }).uncheck();
  for (const [name, opener] of [['compare', /^Compare /], ['replace', 'Find and replace'], ['options', 'Options'], ['keys', 'Keyboard shortcuts']] as const) {
    // By the keyboard: a button that is out of a mouse's reach must not end the walk.
    await button(page, opener).press('Enter');
    await take(`4-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
  }
  for (const [name, look] of [['cards', 'Cards'], ['focus', 'One at a time'], ['table', 'Table']] as const) {
    await button(page, look).press('Enter');
    await take(`4-${name}`);
  }
  await page.unroute('**/api/v1/ai/suggest-name');
}

async function theLimit(page: Page, take: Take): Promise<void> {
  const title = 'Daily limit exceeded. You can process 0 more files today.';
  await namingBy(page, async () => ({ status: 429, json: { status: 429, code: 'daily_limit', title } }));
  await startOver(page);
  await upload(page, [await paint(page, 'IMG_0009.jpg', 'image/jpeg', 99)]);
  await configure(page);
  await button(page, /^Process 1 Image/).click();
  await expect(page.getByRole('dialog', { name: 'Usage Limit Reached' })).toBeVisible();
  await take('5-limit');
  await page.unroute('**/api/v1/ai/suggest-name');
}

/** For people with an account: the recipe is kept, and brought back. */
export async function theTemplates(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'IMG_0008.jpg', 'image/jpeg', 98)]);
  await configure(page);
  for (const [name, opener] of [['template-save', 'Save Template'], ['template-load', 'Load Template']] as const) {
    await button(page, opener).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await shoot(page, `tools-2-${name}`);
    await page.keyboard.press('Escape');
  }
}
