// Takes the screenshots: out/screens/WIDTH-THEME/NAME.png, whole pages.
import type { Page } from '@playwright/test';
import { member, signIn } from '../tests/account';
import { test as base } from '../tests/fixtures';
import { dress, furnish, leave, show } from '../tests/screens';
import { MEMBER, NEWCOMER, type Screen, VISITOR } from './list';
import { theTemplates, theTool } from './tool';

/** Screenshots of broken states complain on purpose. */
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
      });

      for (const [path, prefix] of [['/', 'tool'], ['/dashboard/tools', 'tools']] as const) {
        test(`the tool on ${path}`, async ({ page }) => {
          await dress(page, scheme);
          await theTool(page, path, prefix, shoot);
        });
      }

      test('a member', async ({ page }) => {
        await dress(page, scheme);
        const person = await member({ darkMode: scheme === 'dark' });
        await signIn(page, person);
        await walk(page, NEWCOMER);
        await furnish(page, person, scheme);
        await walk(page, MEMBER);
        await theTemplates(page, shoot);
      });
    });
  }
}
