// axe-core on the page as it stands.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
}

/** One line per violation of WCAG 2.1 A and AA, and of more rules when asked. */
export async function violations(page: Page, more: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (more) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // A colour on its way is neither the one before nor the one after, and one that has arrived sends those that inherit it on theirs.
    const moving = () => document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    for (let some = moving(); some.length > 0; some = moving()) await Promise.allSettled(some.map((one) => one.finished));
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', ...more] });
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, more);
}
