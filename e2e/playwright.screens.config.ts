// `make screens`: a screenshot of every screen, dialog and state at three widths and in both themes, into e2e/out/screens. Nothing is
// checked; they are made to be looked at.
import config from './playwright.config';

export default {
  ...config,
  testDir: 'screens',
  retries: 0,
  timeout: 600_000,
  fullyParallel: true,
  // A way that is gone is told at once.
  use: { ...config.use, actionTimeout: 20_000 },
};
