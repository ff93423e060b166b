// PLAN-05, ROUTE-05 with a Stripe key: the browser pays at the hosted page of npm `emulate` and comes back to its plan.
import { newMember } from '../account.mjs';
import { freePort, startNomina } from '../peers/peers.mjs';
import { missingStripe, startStripe } from '../peers/stripe.mjs';
import { fillSignIn } from './account';
import { expect, test } from './fixtures';

test('a plan is bought at the hosted checkout of Stripe mode', async ({ page }) => {
  test.setTimeout(180_000);
  const missing = missingStripe();
  test.skip(missing !== null, `passed over: ${missing}`);
  const port = await freePort();
  const stripe = await startStripe(`http://127.0.0.1:${port}/api/stripe/webhook`);
  const nomina = await startNomina({ ...stripe.env, RATE_FACTOR: '100' }, port);
  try {
    const person = await newMember(nomina.base);
    await page.goto(`${nomina.base}/auth?redirect=%2Fdashboard%2Fbilling`);
    await fillSignIn(page, person);
    await page.getByRole('main').getByRole('button', { name: 'Upgrade Plan' }).click();
    const plans = page.getByRole('dialog', { name: 'Choose Your Plan' });
    await expect(plans.getByText('This is a test environment.')).toHaveCount(0);
    await plans.getByRole('region', { name: 'Essential' }).getByRole('button', { name: 'Upgrade Now' }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    await page.getByRole('button', { name: /pay/i }).click();
    await expect(page.getByText('Successfully upgraded to Essential plan.')).toBeVisible();
    await expect(page).toHaveURL(`${nomina.base}/dashboard/billing`);
    await expect(page.getByRole('row', { name: /\$9.99 Paid/ })).toBeVisible();
  } finally {
    nomina.stop();
    stripe.stop();
  }
});
