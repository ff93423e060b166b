// Paths and their status, and what a visitor is told on a page that does not exist (ROUTE-08).
import { expect, test } from './fixtures';

test('an unknown path says so, with status 404 and a way home', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('pages answer 200 and others 404 in every spelling, each with its own title', async ({ page }) => {
  for (const [path, status, title] of [
    ['/AUTH', 200, 'Sign in | Nomina'],
    ['/Terms/', 200, 'Terms of Service | Nomina'],
    ['/index.html', 200, 'Nomina: every image gets its own name'],
    ['/checkout/x', 404, 'Page not found | Nomina'],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(status);
    await expect(page, path).toHaveTitle(title);
  }
});

test('every answer carries the security headers', async ({ request }) => {
  for (const path of ['/', '/healthz', '/api/v1/plans', '/no/such/page', '/api/v1/no-such']) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy'], path).toContain("default-src 'self'");
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBeTruthy();
  }
});

test('an unknown API path answers problem+json', async ({ request }) => {
  const answer = await request.get('/api/v1/no-such');
  expect(answer.status()).toBe(404);
  expect(answer.headers()['content-type']).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' });
});
