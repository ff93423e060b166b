// Takes the pictures: out/screens/WIDTH-THEME/NAME.png, whole pages.
import type { Page } from '@playwright/test';
import { member, signIn } from '../tests/account';
import { paint, test as base } from '../tests/fixtures';
import { dress, furnish, leave, show } from '../tests/screens';
import { configure, process as run, tab, turnOn, upload } from '../tests/tool';
import { MEMBER, NEWCOMER, type Screen, VISITOR } from './list';

/** Pictures of broken states complain on purpose. */
const test = base.extend<{ complaints: string[] }>({ complaints: [async ({}, use) => use([]), { auto: true }] });
const WIDTHS = [390, 768, 1440];
const SCHEMES = ['dark', 'light'] as const;

for (const scheme of SCHEMES) {
  for (const width of WIDTHS) {
    const shoot = async (page: Page, name: string) => {
      await page.waitForTimeout(400);
      await page.screenshot({ path: `out/screens/${width}-${scheme}/${name}.png`, fullPage: !(await page.getByRole('dialog').count()) });
    };
    const walk = async (page: Page, screens: Screen[]) => {
      for (const screen of screens) {
        await show(page, screen);
        await shoot(page, screen.name);
        await leave(page, screen);
      }
    };
    test.describe(`${width} px, ${scheme}`, () => {
      test.use({ viewport: { width, height: width === 390 ? 844 : 900 } });

      test('a visitor', async ({ page }) => {
        await dress(page, scheme);
        await walk(page, VISITOR);
        await theTool(page, shoot);
      });

      test('a member', async ({ page }) => {
        await dress(page, scheme);
        const person = await member({ darkMode: scheme === 'dark' });
        await signIn(page, person);
        await walk(page, NEWCOMER);
        await furnish(person, scheme);
        await walk(page, MEMBER);
      });
    });
  }
}

/** The steps of the tool, on the landing page. */
async function theTool(page: Page, shoot: (page: Page, name: string) => Promise<void>): Promise<void> {
  await page.goto('/');
  await upload(page, await Promise.all([1, 2, 3].map((seed) => paint(page, `IMG_000${seed}.jpg`, 'image/jpeg', seed))));
  await page.getByText('3/20').waitFor();
  await shoot(page, 'tool-1-upload');
  await configure(page);
  await shoot(page, 'tool-2-naming');
  for (const name of [/watermark/i, /metadata/i, /format/i]) {
    await tab(page, name);
    if (name.test('watermark')) await turnOn(page, 'Enable text watermark');
    await shoot(page, `tool-2-${name.source}`);
  }
  await run(page, /^Process 3 Images/);
  await shoot(page, 'tool-3-review');
}
