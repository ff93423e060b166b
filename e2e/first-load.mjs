// What a first visit to a page costs.
//   NOMINA_URL=http://127.0.0.1:8080 node e2e/first-load.mjs [path]
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { sums, transferred } from './transferred.mjs';

const url = process.env.NOMINA_URL ?? 'http://127.0.0.1:8080';
const path = process.argv[2] ?? '/';
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
const received = await transferred(await browser.newPage({ viewport: { width: 1280, height: 800 } }), `${url}${path}`);
await browser.close();

const kb = (value) => `${value.toFixed(1)} KB`;
for (const { kind, path: from, bytes } of received.sort((a, b) => b.bytes - a.bytes).slice(0, 20)) {
  console.log(`${kb(bytes / 1024).padStart(10)}  ${kind.padEnd(10)} ${from}`);
}
const { code, fonts, images, all } = sums(received);
console.log(`\n${path}: code ${kb(code)}, fonts ${kb(fonts)}, images ${kb(images)}, all ${kb(all)} in ${received.length} requests`);
