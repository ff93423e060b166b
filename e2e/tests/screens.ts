// Brings a page to a screen of the list and into its state.
import type { Page } from '@playwright/test';
import type { Screen } from '../screens/list';
import { mailbox, type Person } from './account';
import { expect, paint } from './fixtures';
import { Client } from './workspace';

export async function dress(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
  // The mailbox shows emails in a frame that has no storage.
  await page.addInitScript((value) => {
    if (window !== window.top) return;
    localStorage.setItem('nomina-theme', value);
    // What was fetched before would be shown instead of a state.
    localStorage.removeItem('nomina-cache');
  }, scheme);
}

/** The other theme for a page that is there already: all of it is in the styles. At once, because a colour that has arrived would send those that
 * inherit it on their way. */
export async function wear(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((value) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [still];
    document.documentElement.setAttribute('data-mantine-color-scheme', value);
    document.body.getBoundingClientRect();
    document.adoptedStyleSheets = [];
  }, scheme);
}

const NAMES = [
  'lighthouse-on-rocky-coast-at-dusk',
  'golden-retriever-puppies',
  'cup-of-coffee-on-wooden-table',
  'train-on-stone-viaduct-in-the-highlands-with-a-long-name-that-needs-a-second-line',
];

/** Two batches with their files, a template and a running task, with names long enough to need a second line. */
export async function furnish(page: Page, person: Person, scheme: 'dark' | 'light'): Promise<void> {
  const client = await Client.of(person);
  const files = NAMES.map(async (name, at) => {
    const { buffer } = await paint(page, name, 'image/webp', at + 1, 120, 90);
    return { was: `IMG_20260${at + 1}14_1234${at}.jpg`, name: `${name}.webp`, bytes: new Uint8Array(buffer) };
  });
  await client.storeBatch('Summer on the coast', await Promise.all(files.slice(0, 2)));
  await client.storeBatch('A batch with a name that is long enough to need more than one line on a small screen', await Promise.all(files));
  await client.call('POST', '/api/v1/templates', { name: 'Shop', description: 'White background', templateData: {} });
  await client.call('POST', '/api/v1/jobs', { jobName: 'Running', fileCount: 4, newFiles: 0 });
  // The theme is the person's: it comes with the preferences.
  await client.call('PUT', '/api/v1/preferences', { darkMode: scheme === 'dark' });
}

/** `title` is what the server says where the screen's answers are broken. */
export async function show(page: Page, { path, ready, held, broken, open }: Screen, title = 'Broken'): Promise<void> {
  if (held) await page.route(held, () => undefined);
  if (broken) await page.route(broken, (route) => route.fulfill({ status: 400, json: { status: 400, code: 'broken', title } }));
  // Its address holds a token that each server has for itself.
  await page.goto(path === '/dev/mailbox' ? await mailbox() : path);
  await expect(page.getByText(ready, { exact: false }).filter({ visible: true }).first()).toBeVisible();
  if (open) {
    await open(page);
    await expect(page.locator('[role=dialog], [role=alert], [aria-invalid=true], [aria-expanded=true]').filter({ visible: true }).first()).toBeVisible();
  }
}

export async function leave(page: Page, { held, broken }: Screen): Promise<void> {
  for (const glob of [held, broken]) if (glob) await page.unroute(glob);
}
