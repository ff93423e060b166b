// Accessibility by axe-core on every screen a visitor can reach, in both colour schemes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from './fixtures';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCREENS = ['/', '/auth', '/auth?mode=signup', '/dashboard/tools', '/dashboard/jobs', '/dashboard/settings', '/terms', '/no/such/page'];

for (const scheme of ['dark', 'light'] as const) {
  for (const path of SCREENS) {
    test(`${path} has no accessibility violations in ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
      await page.addInitScript((value) => localStorage.setItem('nomina-theme', value), scheme);
      await page.goto(path);
      await expect(page.locator('h1, h2').first()).toBeVisible();
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const run = (globalThis as unknown as { axe: { run(o: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> } }).axe;
        const { violations } = await run.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
        return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
      });
      expect(found).toEqual([]);
    });
  }
}
