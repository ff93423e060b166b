// Every screen, dialog and state outside the tool, one list: access.spec.ts checks them, `make screens` takes their screenshots.
// `ready` is something that is there when the screen has been fetched; `open` leads from the screen to a dialog.
import type { Page } from '@playwright/test';

export interface Screen {
  name: string;
  path: string;
  ready: string;
  /** Answers of the server that never come, or fail: a glob of the API. */
  held?: string;
  broken?: string;
  open?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

export const VISITOR: Screen[] = [
  { name: 'landing', path: '/', ready: 'Free to start, paid when you need more' },
  { name: 'landing-newsletter-refused', path: '/', ready: 'Newsletter, a few times a year', open: press('Subscribe') },
  { name: 'sign-in', path: '/auth', ready: 'Continue with Google' },
  { name: 'sign-in-refused', path: '/auth?error=social', ready: 'Social login failed' },
  { name: 'sign-up', path: '/auth?mode=signup', ready: 'Terms of Service' },
  { name: 'sign-up-errors', path: '/auth?mode=signup', ready: 'Terms of Service', open: press(/^(Create Account|Sign Up)$/) },
  { name: 'forgot', path: '/auth?mode=forgot', ready: 'Email' },
  { name: 'second-step-expired', path: '/auth?mode=second-step', ready: 'Your sign-in has expired' },
  { name: 'reset-password', path: '/reset-password?token=x', ready: 'password' },
  { name: 'confirm', path: '/confirm?token=x', ready: 'link' },
  { name: 'terms', path: '/terms', ready: 'Last updated' },
  { name: 'privacy', path: '/privacy', ready: 'Last updated' },
  { name: 'api-docs', path: '/docs/api', ready: 'curl' },
  { name: 'not-found', path: '/no/such/page', ready: 'Oops! Page not found' },
  { name: 'section-not-found', path: '/usage', ready: 'Section not found' },
  { name: 'tools', path: '/dashboard/tools', ready: 'Upload Your Images' },
  { name: 'tasks-guest', path: '/dashboard/jobs', ready: 'Keep your batches' },
  { name: 'templates-guest', path: '/dashboard/templates', ready: 'Create Account' },
  { name: 'profile-guest', path: '/dashboard/profile', ready: 'Create Account' },
  { name: 'settings-guest', path: '/dashboard/settings', ready: 'settings' },
  { name: 'billing-guest', path: '/dashboard/billing', ready: 'Create Account' },
  {
    name: 'sign-up-dialog',
    path: '/dashboard/jobs',
    ready: 'Create Account',
    open: (page) => page.getByRole('main').getByRole('button', { name: 'Create Account' }).click(),
  },
  { name: 'checkout-unknown', path: '/checkout/test/none', ready: 'heckout' },
  { name: 'invoice-unknown', path: '/invoices/none', ready: 'nvoice' },
];

/** Somebody with a batch, a template and a running task (`furnish`). */
export const MEMBER: Screen[] = [
  { name: 'mailbox', path: '/dev/mailbox', ready: 'To ' },
  { name: 'history', path: '/dashboard/jobs', ready: 'Show the files' },
  { name: 'history-files', path: '/dashboard/jobs', ready: 'Show the files', open: press('Show the files') },
  { name: 'history-loading', path: '/dashboard/jobs', ready: 'Tasks', held: '**/api/v1/batches?*' },
  { name: 'history-error', path: '/dashboard/jobs', ready: 'Failed to load processing history.', broken: '**/api/v1/batches?*' },
  { name: 'tasks', path: '/dashboard/jobs?view=tasks', ready: 'Select all' },
  { name: 'tasks-loading', path: '/dashboard/jobs?view=tasks', ready: 'Tasks', held: '**/api/v1/jobs?*' },
  { name: 'templates', path: '/dashboard/templates', ready: 'White background' },
  { name: 'templates-loading', path: '/dashboard/templates', ready: 'Templates', held: '**/api/v1/templates?*' },
  { name: 'templates-edit', path: '/dashboard/templates', ready: 'White background', open: press(/^Edit/) },
  { name: 'templates-error', path: '/dashboard/templates', ready: 'Failed to load templates', broken: '**/api/v1/templates?*' },
  { name: 'profile', path: '/dashboard/profile', ready: 'This device' },
  { name: 'change-password', path: '/dashboard/profile', ready: 'This device', open: press('Change Password') },
  { name: 'set-up-app', path: '/dashboard/profile', ready: 'Authenticator app', open: press('Set up an app') },
  { name: 'add-passkey', path: '/dashboard/profile', ready: 'Authenticator app', open: press('Add a passkey') },
  { name: 'profile-second-factor-error', path: '/dashboard/profile', ready: 'could not be loaded', broken: '**/api/v1/me/second-factor' },
  { name: 'settings', path: '/dashboard/settings', ready: 'Save finished batches' },
  { name: 'settings-error', path: '/dashboard/settings', ready: 'Your settings could not be loaded', broken: '**/api/v1/preferences' },
  { name: 'export', path: '/dashboard/settings', ready: 'Save finished batches', open: press(/^Export (my|everything)/i) },
  { name: 'reset-settings', path: '/dashboard/settings', ready: 'Save finished batches', open: press(/^Reset/) },
  { name: 'delete-history', path: '/dashboard/settings', ready: 'Save finished batches', open: press('Delete All Processing History') },
  { name: 'deactivate', path: '/dashboard/settings', ready: 'Save finished batches', open: press('Deactivate Account') },
  { name: 'billing', path: '/dashboard/billing', ready: 'Subscription Overview' },
  { name: 'billing-loading', path: '/dashboard/billing', ready: 'Billing', held: '**/api/v1/billing/*' },
  { name: 'billing-error', path: '/dashboard/billing', ready: 'Billing Information Error', broken: '**/api/v1/billing/subscription' },
  { name: 'plans', path: '/dashboard/billing', ready: 'Subscription Overview', open: press('Upgrade Plan') },
];

/** Somebody who has just signed up. */
export const NEWCOMER: Screen[] = [
  { name: 'history-empty', path: '/dashboard/jobs', ready: 'No batches yet' },
  { name: 'tasks-empty', path: '/dashboard/jobs?view=tasks', ready: 'No tasks yet' },
  { name: 'templates-empty', path: '/dashboard/templates', ready: 'No templates yet' },
  { name: 'billing-empty', path: '/dashboard/billing', ready: 'Billing History' },
];
