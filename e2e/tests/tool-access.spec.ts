// Accessibility by axe-core on every step, tab and dialog of the tool, in both colour schemes.
import { violations } from './axe';
import { expect, paint, test } from './fixtures';
import { dress, wear } from './screens';
import { configure, namingBy, openAs, process as run, tab, turnOn, upload } from './tool';

test('no step of the tool has accessibility violations', async ({ page }) => {
  test.setTimeout(120_000);
  await dress(page, 'dark');
  const clean = async (where: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await wear(page, scheme);
      expect(await violations(page, ['wcag22aa']), `${where} in ${scheme}`).toEqual([]);
    }
  };
  await openAs(page, 'essential', { darkMode: true });
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 90), await paint(page, 'b.jpg', 'image/jpeg', 91)]);
  await expect(page.getByText('2/250')).toBeVisible();
  await clean('images ready');
  await configure(page);
  await page.getByText('Custom', { exact: true }).click();
  await clean('naming');
  await turnOn(page, 'A service with your own key');
  await clean('a key of one’s own');
  await page.getByRole('switch', { name: 'A service with your own key' }).uncheck();
  await tab(page, /watermark/i);
  await turnOn(page, 'Enable text watermark');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('© Nomina');
  await page.getByRole('button', { name: /^Select Images/ }).click();
  await page.getByLabel('Colour', { exact: true }).fill('#1');
  await clean('watermarking');
  await tab(page, /metadata/i);
  await turnOn(page, 'Add custom metadata');
  await clean('metadata');
  await tab(page, /format/i);
  for (const name of ['Convert format', 'Enable compression', 'Resize images']) await turnOn(page, name);
  await clean('format');

  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await namingBy(page, async (call) => {
    if (call === 2) await held;
    return call === 2 ? { status: 400, json: { status: 400, code: 'ai_failed', title: 'No' } } : undefined;
  });
  await page.getByRole('button', { name: 'Process 2 Images with AI' }).click();
  await expect(page.getByText('1 of 2 done', { exact: false })).toBeVisible({ timeout: 30_000 });
  await clean('running');
  release();
  await expect(page.getByRole('heading', { name: 'Review & Download' })).toBeVisible({ timeout: 30_000 });
  await clean('results');
  await page.getByRole('button', { name: /^New name / }).first().click();
  await clean('editing a name');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Find and replace' }).click();
  // Whatever the names are, they change.
  await page.getByRole('checkbox', { name: 'Regular expression' }).check();
  await page.getByLabel('Find', { exact: true }).fill('[a-z]');
  await page.getByLabel('Replace with').fill('x');
  await expect(page.getByRole('button', { name: /^Rename \d/ })).toBeEnabled();
  await clean('find and replace');
  await page.getByText('Add text').click();
  await clean('text around names');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await clean('all chosen');
  await page.getByRole('button', { name: /^New name / }).first().click();
  await clean('editing a chosen name');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Add lists to the ZIP' })).toBeVisible();
  await clean('options');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await clean('keys');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Remove selected' }).click();
  await expect(page.getByText('Nothing has failed.')).toBeVisible();
  await clean('an empty filter');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: /^Compare / }).first().click();
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible();
  await clean('before and after');
});

test('the usage limit dialog has no accessibility violations', async ({ page }) => {
  await namingBy(page, async () => ({ status: 429, json: { status: 429, code: 'daily_limit', title: 'Daily limit exceeded. You can process 0 more files today.' } }));
  await page.goto('/dashboard/tools');
  await upload(page, [await paint(page, 'a.jpg', 'image/jpeg', 92)]);
  await configure(page);
  await run(page, 'Process 1 Image with AI');
  await expect(page.getByRole('dialog', { name: 'Usage Limit Reached' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
