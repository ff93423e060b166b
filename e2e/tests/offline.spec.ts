// After the first visit the page opens and processes images without a network; what a server must do is not attempted.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, paint, test } from './fixtures';
import { brightness, configure, tab, turnOn, upload, zip } from './tool';

test.use({ serviceWorkers: 'allow' });

/** Visits once, waits until everything is kept, and opens the page again without a network. */
async function openOffline(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
}

/** What asks the server is told that there is none; nothing else may go wrong. */
function otherThanOffline(complaints: string[]): string[] {
  return complaints.splice(0).filter((text) => !/ERR_(INTERNET_DISCONNECTED|FAILED)/.test(text));
}

test('after one visit images are processed without a network', async ({ page, context, complaints }) => {
  await openOffline(page, context);
  await page.getByRole('button', { name: 'Try it with sample images' }).click();
  await expect(page.getByText('Images Added')).toBeVisible();
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click();
  await page.getByRole('switch', { name: /Keep my names/ }).check({ force: true });
  await page.getByRole('button', { name: /^Process/ }).last().click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible();
  await expect(page.getByText('7 of 7 ready')).toBeVisible();
  expect(otherThanOffline(complaints)).toEqual([]);
});

test('a text mark is drawn without a network; a font that is not here says so and another stands in', async ({ page, context, complaints }) => {
  await openOffline(page, context);
  await upload(page, [await paint(page, 'a.png', 'image/png', 5), await paint(page, 'b.png', 'image/png', 6)]);
  await configure(page);
  await page.getByRole('switch', { name: /Keep my names/ }).check();
  await tab(page, /watermark/i);
  await turnOn(page, 'Enable text watermark');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello World');
  await page.getByRole('combobox', { name: 'Font' }).click();
  await page.getByRole('option', { name: 'Lato' }).click();
  await expect(page.getByText(/^Part of the font Lato is not on this device yet, so .* was used instead\./)).toBeVisible();
  await page.getByRole('combobox', { name: 'Font' }).click();
  await page.getByRole('option', { name: 'Inter' }).click();
  await expect(page.getByText(/is not on this device yet/)).toHaveCount(0);
  await page.getByRole('button', { name: /^Process/ }).last().click();
  await expect(page.getByText('2 of 2 ready')).toBeVisible();
  await expect(page.getByText(/Failed to fetch|Processing failed/)).toHaveCount(0);
  const [marked] = Object.values(await zip(page));
  const [bright] = await brightness(page, marked ?? new Uint8Array(), [[0, 0, 1, 1]]);
  expect(bright).toBeGreaterThan(100);
  expect(otherThanOffline(complaints)).toEqual([]);
});

test('without a network Configure says what works, rows say what is missing, and Retry heals them', async ({ page, context, complaints }) => {
  await openOffline(page, context);
  await upload(page, [await paint(page, 'IMG_1.png', 'image/png', 7)]);
  await configure(page);
  await expect(page.getByText(/^The model on the server cannot be reached, .* "Keep my names" .*offline/)).toBeVisible();
  await expect(page.getByText(/^You are offline, and the model is not on this device yet\./)).toBeVisible();
  await expect(page.getByText(/is sent only to this server/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Process 1 Image Without AI' }).click();
  await expect(page.getByText(/You are offline\. Retry when you are back online\./)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Retry IMG_1.png' }).click();
  await expect(page.getByText(/You are offline\. Retry when/)).toHaveCount(0);
  await expect(page.getByText('1 of 1 ready')).toBeVisible();
  expect(otherThanOffline(complaints)).toEqual([]);
});

test('the manifest offers the app to images and shares', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(Object.keys(manifest.file_handlers[0].accept)).toContain('image/webp');
  expect(manifest.share_target.action).toBe('/share');
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
});

test('search engines find absolute addresses, the site map and the words of the page', async ({ page }) => {
  const home = await (await page.request.get('/')).text();
  expect(home).not.toContain('%ORIGIN%');
  expect(home).toMatch(/<summary>Do my images leave my computer/);
  expect(home.match(/application\/ld\+json/g)).toHaveLength(2);
  expect(await (await page.request.get('/sitemap.xml')).text()).toMatch(/<loc>http:\/\/[^<]+\/privacy<\/loc>/);
  expect(await (await page.request.get('/robots.txt')).text()).toMatch(/Sitemap: http/);
});

test('every public page has words and an address of its own; all others ask not to be found', async ({ page }) => {
  const head = async (path: string) => {
    const text = await (await page.request.get(path)).text();
    const of = (pattern: RegExp) => pattern.exec(text)?.[1];
    return {
      title: of(/<title>([^<]*)/),
      social: of(/property="og:title" content="([^"]*)/),
      description: of(/name="description" content="([^"]*)/),
      address: of(/rel="canonical" href="http:\/\/[^"/]+([^"]*)"/),
      hidden: text.includes('<meta name="robots" content="noindex"'),
    };
  };
  const PUBLIC = ['/', '/auth', '/auth?mode=signup', '/terms', '/privacy', '/docs/api'];
  const heads = await Promise.all(PUBLIC.map(head));
  expect(heads.map(({ address }) => address)).toEqual(PUBLIC);
  expect(heads.map(({ title }) => title)).toEqual([
    'Nomina: every image gets its own name',
    'Sign in | Nomina',
    'Create your account | Nomina',
    'Terms of Service | Nomina',
    'Privacy Policy | Nomina',
    'API | Nomina',
  ]);
  expect(heads.filter(({ title, social, hidden }) => title !== social || hidden)).toEqual([]);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(PUBLIC.length);
  for (const path of ['/dashboard/jobs', '/no/such/page', '/auth?mode=forgot']) {
    expect(await head(path), path).toMatchObject({ title: 'Nomina', hidden: true, address: undefined });
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page and the legal pages can be read, with the prices that the server asks', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every image gets its-own-name');
    const plans = (await (await page.request.get('/api/v1/plans')).json()) as { name: string; forSale: boolean; priceCents: number }[];
    for (const { name, priceCents } of plans.filter(({ forSale }) => forSale)) {
      const card = page.locator('#pricing li', { has: page.getByRole('heading', { name }) });
      await expect(card).toContainText(`$${(priceCents / 100).toFixed(2)} / month`);
    }
    for (const [path, title] of [['/terms', 'Terms of Service'], ['/privacy', 'Privacy Policy']] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });
});

test.describe('the sign-in page as the build draws it', () => {
  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('shows its form, which cannot be sent before anything listens', async ({ page }) => {
      await page.goto('/auth');
      await expect(page.getByText('Sign in to your account')).toBeVisible();
      await expect(page.locator('[inert] form [name="password"]')).toBeVisible();
    });
  });

  test('is taken over as it stands, and waits for whoever may be signed in', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.drawn = String(document.querySelectorAll('form').length);
        document.querySelector('form')?.setAttribute('data-kept', '');
      });
    });
    await page.goto('/auth');
    await expect(page.locator('html')).toHaveAttribute('data-drawn', '1');
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.locator('form[data-kept]')).toBeVisible();
    await page.evaluate(() => localStorage.setItem('nomina-signed-in', 'yes'));
    // The server does not answer: nobody knows yet.
    await page.route('**/api/v1/auth/**', () => undefined);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-drawn', '0');
  });
});

test('React takes the drawn page over as it stands', async ({ page }) => {
  // A mark that only a page drawn anew would lose.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-kept', ''));
  });
  await page.goto('/');
  await page.getByRole('button', { name: /Switch to the (light|dark) theme/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.locator('h1[data-kept]')).toBeVisible();
});
