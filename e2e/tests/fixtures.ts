// What every browser test starts from: a page on the running server that fails on console errors and content-policy
// violations, and images made by the browser's own encoders, so that our engine is judged by another one.
import { type Page, test as base } from '@playwright/test';

export interface TestImage {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Paints a scene of its own for each seed and encodes it with the browser's canvas. */
export async function paint(page: Page, name: string, mimeType: string, seed: number, width = 640, height = 480): Promise<TestImage> {
  const base64 = await page.evaluate(
    async ({ mimeType, seed, width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      const draw = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      const sky = draw.createLinearGradient(0, 0, 0, height);
      sky.addColorStop(0, `hsl(${(seed * 67) % 360} 70% 60%)`);
      sky.addColorStop(1, `hsl(${(seed * 67 + 120) % 360} 60% 30%)`);
      draw.fillStyle = sky;
      draw.fillRect(0, 0, width, height);
      for (let i = 0; i < 12; i += 1) {
        draw.fillStyle = `hsl(${(seed * 31 + i * 29) % 360} 80% 50%)`;
        draw.beginPath();
        draw.arc((i * 173 + seed * 59) % width, (i * 97 + seed * 41) % height, 18 + i * 3, 0, 7);
        draw.fill();
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: mimeType, quality: 0.95 })).arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    },
    { mimeType, seed, width, height },
  );
  return { name, mimeType, buffer: Buffer.from(base64, 'base64') };
}

/** The size of an image as the browser's own decoder sees it. */
export function sizeByBrowser(page: Page, bytes: Uint8Array, mimeType: string): Promise<{ width: number; height: number }> {
  return page.evaluate(
    async ({ base64, mimeType }) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const { width, height } = await createImageBitmap(new Blob([bytes], { type: mimeType }));
      return { width, height };
    },
    { base64: Buffer.from(bytes).toString('base64'), mimeType },
  );
}

export const test = base.extend<{ complaints: string[] }>({
  baseURL: async ({}, use) => {
    await use(process.env.NOMINA_URL);
  },
  complaints: [
    async ({ page }, use) => {
      const heard: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('status of 4')) heard.push(message.text());
      });
      page.on('pageerror', (error) => heard.push(String(error)));
      await use(heard);
      if (heard.length > 0) throw new Error(`The page complained:\n${heard.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
