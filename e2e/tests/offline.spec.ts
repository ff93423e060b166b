// After the first visit the page opens and processes pictures without a network; what a server must do is not attempted.
import { expect, test } from './fixtures';

test.use({ serviceWorkers: 'allow' });

test('after one visit pictures are processed without a network', async ({ page, context, complaints }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Try it with sample pictures' }).click();
  await expect(page.getByText('Images Added')).toBeVisible();
  await page.getByRole('button', { name: 'Next: Configure Processing' }).click();
  await page.getByRole('switch', { name: /Keep my names/ }).check({ force: true });
  await page.getByRole('button', { name: /^Process/ }).last().click();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible();
  await expect(page.getByText('6 of 6 ready')).toBeVisible();
  // What asks the server is told that there is none; nothing else may go wrong.
  const others = complaints.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'));
  expect(others).toEqual([]);
});

test('the manifest offers the app to pictures and shares', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(Object.keys(manifest.file_handlers[0].accept)).toContain('image/webp');
  expect(manifest.share_target.action).toBe('/share');
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
});

test('search engines find absolute addresses, the site map and the words of the page', async ({ page }) => {
  const home = await (await page.request.get('/')).text();
  expect(home).not.toContain('%ORIGIN%');
  expect(home).toMatch(/<link rel="canonical" href="http:\/\/[^"]+\/"/);
  expect(home).toMatch(/<summary>Do my pictures leave my computer/);
  expect(home.match(/application\/ld\+json/g)).toHaveLength(2);
  expect(await (await page.request.get('/sitemap.xml')).text()).toMatch(/<loc>http:\/\/[^<]+\/privacy<\/loc>/);
  expect(await (await page.request.get('/robots.txt')).text()).toMatch(/Sitemap: http/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page and the legal pages can be read, with the prices that the server asks', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every picture gets its-own-name');
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
