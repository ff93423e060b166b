// Strings that an attacker would put into every field, and a watch that notices when a page takes one for more than text.
import type { Frame, Page } from '@playwright/test';
import { expect } from './fixtures';

/** Each calls `hostile`, if anything lets it. Short enough for every name. */
export const PAYLOADS = [
  `<script>hostile('script')</script>`,
  `"><img src=x onerror=hostile('img')>`,
  `'><svg/onload=hostile('svg')>`,
  `' autofocus onfocus=hostile('attribute') x='`,
  `javascript:hostile('address')`,
  `{{constructor.constructor("hostile('template')")()}}\${hostile('literal')}<%=hostile('erb')%>`,
  `</textarea></title></style><iframe src=javascript:hostile('frame')>`,
  `--></noscript><a href=javascript:hostile('link')>x</a>`,
] as const;

/** The most in one field: an element, an attribute, a template. */
export const KIT = `"'><img src=x onerror=hostile('kit')><script>hostile()</script>{{7*7}}`;

/** A word without a place to break it. */
export const LONG = 'W'.repeat(90);

/** Characters that turn the reading direction: `photo` + this + `gpj.exe` reads as `photoexe.jpg`. */
export const TURNED = 'photo\u202egpj.exe\u2066\u200b';

const INJECTED =
  'img[src="x"], [onerror], [onload], [onfocus], [onmouseover], a[href^="javascript:" i], iframe[src^="javascript:" i], form[action^="javascript:" i], svg[onload]';

/** What a page did that it must not: dialogs, calls of `hostile`, violations of the content policy. */
export class Watch {
  readonly seen: string[] = [];
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async on(page: Page): Promise<Watch> {
    const watch = new Watch(page);
    page.on('dialog', async (dialog) => {
      watch.seen.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    await page.exposeFunction('hostile', (what?: string) => watch.seen.push(`executed: ${what}`));
    await page.exposeFunction('violated', (what: string) => watch.seen.push(`policy: ${what}`));
    await page.addInitScript(() => {
      const tell = (window as unknown as { violated: (what: string) => void }).violated;
      document.addEventListener('securitypolicyviolation', (event) => tell?.(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
    });
    return watch;
  }

  /** Nothing was executed, and nothing stands in the page as an element that was sent as text. */
  async expectQuiet(where: string): Promise<void> {
    expect.soft(this.seen.splice(0), where).toEqual([]);
    expect.soft(await this.elements(), `${where}: elements`).toEqual([]);
  }

  /** What stands in the page as an element and came as text. */
  async elements(): Promise<string[]> {
    return (await Promise.all(this.page.frames().map(elementsOf))).flat();
  }

  /** The strings are on screen, letter by letter. */
  async expectShown(where: string, texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      await expect.soft(async () => expect(await readable(this.page)).toContain(text), `${where} shows ${text}`).toPass({ timeout: 15_000 });
    }
    await this.expectQuiet(where);
  }
}

function elementsOf(frame: Frame): Promise<string[]> {
  return frame.evaluate((selector) => [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 200)), INJECTED);
}

/** Everything that can be read on the page: text and what stands in fields, in all frames. */
async function readable(page: Page): Promise<string> {
  const parts = page.frames().map((frame) =>
    frame.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value);
      return [document.body.textContent, ...fields].join('\n');
    }),
  );
  return (await Promise.all(parts)).join('\n');
}
