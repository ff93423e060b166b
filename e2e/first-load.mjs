// What a first visit to a page costs: every byte that Chromium receives until the network is quiet, by kind.
//   NOMINA_URL=http://127.0.0.1:8080 node e2e/first-load.mjs [path]
import { chromium } from '@playwright/test';

const url = process.env.NOMINA_URL ?? 'http://127.0.0.1:8080';
const path = process.argv[2] ?? '/';
const browser = await chromium.launch({ executablePath: process.env.NOMINA_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const session = await page.context().newCDPSession(page);
await session.send('Network.enable');

const kinds = new Map();
const seen = [];
session.on('Network.responseReceived', ({ requestId, type, response }) => {
  const wasm = response.mimeType === 'application/wasm';
  kinds.set(requestId, { kind: wasm ? 'Wasm' : type, url: response.url });
});
// The body as it came over the wire, with its headers.
session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  const one = kinds.get(requestId);
  if (one) seen.push({ ...one, bytes: encodedDataLength });
});
await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
await page.waitForTimeout(1000);
await browser.close();

const sums = {};
for (const { kind, bytes } of seen) sums[kind] = (sums[kind] ?? 0) + bytes;
for (const { kind, bytes, url: from } of seen.sort((a, b) => b.bytes - a.bytes).slice(0, 20)) {
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KB  ${kind.padEnd(10)} ${new URL(from).pathname}`);
}
const sum = (names) => names.reduce((total, name) => total + (sums[name] ?? 0), 0) / 1024;
const all = Object.keys(sums);
console.log(`\n${path}: code ${sum(['Document', 'Script', 'Stylesheet', 'Wasm']).toFixed(1)} KB, fonts ${sum(['Font']).toFixed(1)} KB, pictures ${sum(['Image']).toFixed(1)} KB, data ${sum(all.filter((kind) => !['Document', 'Script', 'Stylesheet', 'Wasm', 'Font', 'Image'].includes(kind))).toFixed(1)} KB, all ${sum(all).toFixed(1)} KB in ${seen.length} requests`);
