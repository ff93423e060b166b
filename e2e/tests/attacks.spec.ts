// XSS through every rendered place: hostile strings in every field that a person, a file or a service can fill, then every screen where they
// show, emails included. No dialog, nothing executed, no violation of the content policy, and the strings are shown as text.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { newPerson, somebody } from '../account.mjs';
import { mailboxOf } from '../mailbox.mjs';
import { MEMBER } from '../screens/list';
import { mailedLink, member, type Person, signIn } from './account';
import { expect, paint, test } from './fixtures';
import { KIT, LONG, PAYLOADS, TURNED, Watch } from './hostile';
import { PROFILE_NAME, startAmongHostileServices } from './hostile-services';
import { missing, writeTags } from './programs';
import { dress, leave, show } from './screens';
import { configure, namingBy, process as run, tab, turnOn, upload } from './tool';
import { expectFits } from './width';
import { Client } from './workspace';

const URL_OF = () => String(process.env.NOMINA_URL);
const professional = () => newPerson(URL_OF(), String(process.env.NOMINA_E2E_DATA), 'professional');

/** A recipe whose every text is hostile. */
const RECIPE = {
  namePattern: '{name}-{camera}',
  prefix: KIT,
  suffix: KIT,
  customContext: KIT,
  enableTextWatermark: true,
  textWatermark: KIT,
  addCustomMetadata: true,
  customTitle: KIT,
  customDescription: KIT,
  customAuthor: KIT,
  customCopyright: KIT,
  customKeywords: KIT,
};

/** What the list of templates waits for. */
const LISTED = MEMBER.find(({ name }) => name === 'templates')?.ready ?? '';

/** Everything that somebody can keep here, under hostile names. */
async function poison(page: Page, person: Person): Promise<void> {
  const client = await Client.of(person);
  await client.call('PATCH', '/api/v1/me', { fullName: KIT });
  const { buffer } = await paint(page, 'a', 'image/webp', 1, 120, 90);
  const bytes = new Uint8Array(buffer);
  for (const text of [...PAYLOADS, LONG]) {
    await client.call('POST', '/api/v1/batches', { batchName: text, fileCount: 1, processedCount: 1 });
    await client.call('POST', '/api/v1/templates', { name: text, description: `${LISTED} ${text}`, templateData: RECIPE });
  }
  // A ZIP with such names in it is refused; as the old names of its files they are kept.
  const files = [...PAYLOADS, LONG].map((text, at) => ({ was: `${text}.jpg`, name: `image-${at}.webp`, bytes }));
  await client.storeBatch(KIT, files);
  for (const text of [KIT, LONG]) {
    const { id } = await client.call<{ id: string }>('POST', '/api/v1/jobs', { jobName: text, fileCount: 1, newFiles: 0, processingOptions: RECIPE });
    if (text === KIT) await client.call('PATCH', `/api/v1/jobs/${id}`, { status: 'failed', errorMessage: `Failed: ${PAYLOADS[1]}` });
  }
  await client.call('POST', '/api/v1/keys', { name: KIT, scopes: ['read'] });
  await client.call('PUT', '/api/v1/preferences', { defaultPrefix: KIT.slice(0, 40), defaultSuffix: PAYLOADS[0].slice(0, 40) });
  await signedInFrom(person, PAYLOADS[1]);
}

/** A device whose browser calls itself something. */
async function signedInFrom({ email, password }: Person, agent: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': agent };
  const answer = await fetch(`${URL_OF()}/api/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  expect(answer.status).toBe(200);
}

/** Emails have a test of their own; somebody with the highest plan has none to choose. */
const ELSEWHERE = ['mailbox', 'plans'];

/** What each screen of the list must show, letter by letter; the others must only stay quiet. */
const SHOWN: Record<string, readonly string[]> = {
  history: [KIT, ...PAYLOADS, LONG],
  'history-files': [`${PAYLOADS[1]}.jpg`],
  tasks: [KIT, LONG],
  templates: [...PAYLOADS, LONG],
  profile: [KIT],
  settings: [KIT],
};

test('the watch notices markup that a page takes for its own', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: URL_OF() });
  const watch = await Watch.on(page);
  await page.goto('/terms');
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), PAYLOADS[1]);
  await expect.poll(() => watch.seen.join()).toContain('policy: script-src');
  expect(await watch.elements()).toHaveLength(1);
  await page.close();
});

test('what a person writes stays text on every screen', async ({ page }) => {
  test.setTimeout(300_000);
  const watch = await Watch.on(page);
  await dress(page, 'dark');
  const person = await professional();
  await page.goto('/terms');
  await poison(page, person);
  await signIn(page, person);
  for (const screen of MEMBER.filter(({ name }) => !ELSEWHERE.includes(name))) {
    await show(page, screen, KIT);
    await watch.expectShown(screen.name, SHOWN[screen.name] ?? []);
    await leave(page, screen);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const screen of MEMBER.filter(({ name }) => name in SHOWN)) {
    await show(page, screen);
    await expectFits(page, `${screen.name} with a word of ${LONG.length} letters`);
  }
});

test('a public template stays text for others, by its link too', async ({ page }) => {
  test.setTimeout(120_000);
  const watch = await Watch.on(page);
  const author = await Client.of(await professional());
  const { id } = await author.call<{ id: string }>('POST', '/api/v1/templates', { name: `Public ${KIT}`, description: KIT, isPublic: true, templateData: RECIPE });
  await signIn(page, await member());
  await page.goto('/dashboard/templates');
  await page.getByRole('tab', { name: 'Public Templates' }).click();
  await watch.expectShown('public templates', [`Public ${KIT}`]);
  await page.goto(`/dashboard/tools?template=${id}`);
  await watch.expectShown('the toast', [`Template "Public ${KIT}" applied successfully!`]);
  for (const text of PAYLOADS) {
    await page.goto(`/dashboard/tools?template=${encodeURIComponent(text)}`);
    await expect(page.getByText('Failed to load template.')).toBeVisible();
    await watch.expectQuiet(`?template=${text}`);
  }
  await author.call('DELETE', `/api/v1/templates/${id}`);
});

test('a checkout and its invoice show a hostile buyer as text', async ({ page }) => {
  const watch = await Watch.on(page);
  const person = await member();
  const client = await Client.of(person);
  const { id: userId } = await client.call<{ id: string }>('PATCH', '/api/v1/me', { fullName: KIT });
  const order = { userId, priceId: 'price_test_essential_month' };
  for (const field of ['successUrl', 'cancelUrl']) {
    await expect(client.call('POST', '/api/stripe/create-checkout-session', { ...order, [field]: PAYLOADS[4] })).rejects.toThrow('answered 422');
  }
  const { url } = await client.call<{ url: string }>('POST', '/api/stripe/create-checkout-session', order);
  await signIn(page, person);
  await page.goto(url);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText('Plan Upgraded!')).toBeVisible();
  await watch.expectQuiet('the checkout');
  const { records } = await client.call<{ records: { id: string }[] }>('GET', '/api/v1/billing/history');
  await page.goto(`/invoices/${records[0]?.id}`);
  await watch.expectShown('the invoice', [KIT]);
});

test('what an address says is never executed, and leads nowhere else', async ({ page }) => {
  test.setTimeout(180_000);
  const watch = await Watch.on(page);
  for (const text of [KIT, PAYLOADS[4], PAYLOADS[6]]) {
    const part = encodeURIComponent(text);
    for (const address of [
      ...[`/auth?mode=${part}`, `/auth?error=${part}&reason=${part}&provider=${part}`, `/auth?redirect=${part}`],
      ...[`/confirm?token=${part}`, `/reset-password?token=${part}`, `/checkout/test/${part}`, `/invoices/${part}`],
      ...[`/dashboard/${part}`, `/dashboard?section=${part}`, `/dashboard/jobs?view=${part}`, `/no/${part}`, `/?template=${part}`, `/#${part}`],
    ]) {
      await page.goto(address);
      await expect(page.locator('h1, h2').filter({ visible: true }).first()).toBeVisible();
      await watch.expectQuiet(address);
    }
  }
});

for (const target of [`javascript:hostile('redirect')`, '//evil.example/', '/\\evil.example/', 'https://evil.example/', 'data:text/html,<script>hostile()</script>']) {
  test(`after signing in nobody is sent to ${target}`, async ({ page }) => {
    const watch = await Watch.on(page);
    const { email, password } = await member();
    await page.goto(`/auth?redirect=${encodeURIComponent(target)}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`^${URL_OF()}/dashboard`));
    await watch.expectQuiet('after signing in');
  });
}

test('files, their metadata and everything typed into the tool stay text', async ({ page }, info) => {
  test.setTimeout(180_000);
  const watch = await Watch.on(page);
  await signIn(page, await professional());
  await page.goto('/dashboard/tools');
  const names = [KIT, PAYLOADS[0], TURNED, LONG].map((text) => `${text.replaceAll('/', ':')}.jpg`);
  const images = await Promise.all(names.map((name, at) => paint(page, name, 'image/jpeg', at + 700, 320, 240)));
  if (!missing('exiftool')) images[0] = { ...(images[0] as (typeof images)[0]), buffer: withHostileTags(images[0]?.buffer as Buffer, info.outputPath('a.jpg')) };
  await upload(page, images);
  await watch.expectShown('the chosen files', names.filter((name) => !name.startsWith('photo')));
  await configure(page);
  await page.getByRole('textbox', { name: 'Prefix' }).fill(KIT);
  await page.getByRole('textbox', { name: 'Suffix' }).fill(PAYLOADS[0]);
  await page.getByRole('textbox', { name: 'Name pattern' }).fill('{camera} {name} {original}');
  await page.getByText('Custom', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Custom context' }).fill(KIT);
  await tab(page, /watermark/i);
  await turnOn(page, 'Enable text watermark');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(KIT);
  await watch.expectQuiet('the options');
  await namingBy(page, async (call) => (call === 1 ? refusal : { status: 200, json: HOSTILE_SUGGESTION }));
  await run(page, /^Process 4 Images/);
  await showWords(page);
  await watch.expectShown('the results', [refusal.json.title, HOSTILE_SUGGESTION.altText]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page, 'the results');
});

/** Alt text and keywords stand under the names. */
async function showWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await page.getByRole('switch', { name: 'Alt text and keywords', exact: true }).check();
  await page.keyboard.press('Escape');
}

/** An answer that no server of ours gives: the page does not rely on that. */
const HOSTILE_SUGGESTION = { success: true, suggestedName: KIT, alternatives: [...PAYLOADS], altText: `A boat ${KIT}`, keywords: [...PAYLOADS], confidence: 0.2, provider: KIT };
const refusal = { status: 400, json: { status: 400, code: 'ai_failed', title: `Refused ${PAYLOADS[1]}` } };

/** A camera that calls itself something, and texts for people. */
function withHostileTags(bytes: Buffer, path: string): Buffer {
  writeFileSync(path, bytes);
  writeTags(path, { Make: KIT, Model: PAYLOADS[1], ImageDescription: KIT, Artist: KIT, Copyright: KIT, 'XMP-dc:Title': KIT, 'XMP-dc:Description': KIT, 'IPTC:Caption-Abstract': KIT });
  return readFileSync(path);
}

test('profiles and names from services that were taken over stay text', async ({ page }) => {
  test.setTimeout(180_000);
  const { base, stop } = await startAmongHostileServices();
  try {
    const watch = await Watch.on(page);
    await page.goto(`${base}/auth?redirect=%2Fdashboard%2Fprofile`);
    await page.getByRole('button', { name: 'Continue with GitHub' }).or(page.getByRole('link', { name: 'Continue with GitHub' })).click();
    await watch.expectShown('the profile', [PROFILE_NAME]);
    expect(await page.locator('img[src^="javascript:" i]').count()).toBe(0);
    await page.goto(`${base}/dashboard/tools`);
    await upload(page, [await paint(page, 'IMG_1.jpg', 'image/jpeg', 720, 320, 240)]);
    await configure(page);
    await watch.expectQuiet('the options, with the name of the service');
    await run(page, /^Process 1 Image/);
    await showWords(page);
    await watch.expectQuiet('the results');
    await expect(page.getByRole('button', { name: /^New name .*red-boat/ })).toBeVisible();
  } finally {
    stop();
  }
});

test('emails stay text, in the mailbox and by themselves', async ({ page, request }) => {
  test.setTimeout(180_000);
  const watch = await Watch.on(page);
  const mailbox = await mailboxOf(URL_OF());
  const person = somebody();
  await request.post('/api/v1/auth/signup', { data: { ...person, fullName: PAYLOADS[1] } });
  const token = /token=([\w-]+)/.exec(await mailedLink(request, person.email, 'confirm'))?.[1];
  await request.post('/api/v1/auth/confirm', { data: { token, password: person.password } });
  const client = await Client.of(person);
  await client.storeBatch(KIT);
  await signedInFrom(person, KIT);
  await request.post('/api/v1/auth/forgot', { data: { email: person.email } });
  const wanted = ['Confirm your', 'Your batch is ready', 'Reset your password'];
  const emails = async () => (await (await request.get(mailbox.emails(person.email))).json()) as { id: string; subject: string }[];
  const came = (all: { subject: string }[], start: string) => all.some(({ subject }) => subject.startsWith(start));
  await expect.poll(async () => emails().then((all) => wanted.filter((start) => !came(all, start))), { timeout: 60_000 }).toEqual([]);
  for (const { id, subject } of await emails()) {
    const texts = subject.startsWith('Your batch is ready') ? [KIT] : [];
    const address = new URL(mailbox.page());
    address.searchParams.set('mail', id);
    await page.goto(address.href);
    await expect(page.getByText(`To ${person.email}`)).toBeVisible();
    await watch.expectShown(`${subject} in the mailbox`, texts);
    await page.goto(mailbox.html(id));
    await watch.expectShown(`${subject} by itself`, texts);
    await expectFits(page, subject);
  }
});

test('a visitor who writes hostile things into forms reads them as text', async ({ page }) => {
  test.setTimeout(120_000);
  const watch = await Watch.on(page);
  await page.goto('/');
  await page.getByRole('textbox', { name: /^News(letter)?, a few times a year/ }).fill(`"<img src=x onerror=hostile()>"@example.org`);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await watch.expectQuiet('the newsletter');
  for (const text of [KIT, PAYLOADS[0]]) {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(`${text}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(text);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page.locator('[role=alert], [aria-invalid=true]').filter({ visible: true }).first()).toBeVisible();
    await watch.expectQuiet('the sign-in');
  }
});
