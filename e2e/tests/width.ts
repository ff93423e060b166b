// What is wider than the window. The page's own scroll width does not tell: `.page` clips what sticks out, and people cannot reach it.
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** Visible elements that reach over the right edge, the outermost of each: where they stand and what they say. What lies in a scroller of its
 * own can be reached; what a smaller frame cuts off (a cropped image, the end of a long name) is meant so, unless it is there to be used. */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const USABLE = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=switch]';
    const over = (element: Element) => {
      const { right, left, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && right > edge + 0.5 && left < right;
    };
    const isForgiven = (element: Element) => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        if (around === document.body || around === document.documentElement) return false;
        if (overflowX === 'auto' || overflowX === 'scroll') return true;
        const frame = around.getBoundingClientRect();
        const isFrame = overflowX === 'hidden' || overflowX === 'clip';
        if (isFrame && frame.width < edge - 1 && frame.right <= edge + 0.5 && !element.matches(USABLE)) return true;
      }
      return false;
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('[aria-hidden=true]');
    const found = [...document.body.querySelectorAll('*')].filter((element) => over(element) && isSeen(element) && !isForgiven(element));
    const all = new Set(found);
    return found
      .filter((element) => !element.parentElement || !all.has(element.parentElement))
      .map((element) => {
        const text = (element.textContent ?? '').trim().slice(0, 40);
        return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${Math.round(element.getBoundingClientRect().right - edge)} px over: ${text}`;
      });
  });
}

/** Goes on after a place that does not fit: the test then tells of all of them. */
const softly = expect.configure({ soft: true });

/** Nothing is cut off or scrolls sideways. What follows the window a moment later may be too wide for that moment. */
export async function expectFits(page: Page, where = ''): Promise<void> {
  const width = page.viewportSize()?.width;
  await softly.poll(() => stickingOut(page), { message: `${where} at ${width} px`, timeout: 3_000 }).toEqual([]);
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  softly(scrolls, `${where} at ${width} px`).toBeLessThanOrEqual(0);
}
