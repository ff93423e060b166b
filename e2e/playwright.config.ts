// Browser tests on the real binary, in the system's Chromium. One server for all tests, a fresh data folder each run.
import { defineConfig } from '@playwright/test';
import { browserPath } from './browser.mjs';

export default defineConfig({
  testDir: 'tests',
  outputDir: 'out/results',
  globalSetup: './server.ts',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Four at once take as long on two processors, and some then wait in vain.
  workers: 2,
  // Further tries in CI are shown as flaky, never hidden.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    // Off except where it is what is tested: behind it, requests cannot be watched or refused.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
