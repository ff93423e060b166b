// Every route of the web app, one table. The server has the same list (crates/server/src/features/assets/addresses.txt): a path outside
// it is a true 404, and a test compares the two.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { type AuthMode, authModeOf } from '@/features/account/session/auth-mode'
import { type ProviderId, providerOf } from '@/features/account/session/social'
import { t } from '@/lib/messages'
import { PageSkeleton, type SkeletonShape } from '@/ui/page-skeleton'
import { CrashScreen } from './crash-screen'
import { NotFound } from './not-found'
import { PublicLayout } from './public-layout'
import { Root } from './root'
import { SectionNotFound } from './section-not-found'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    title?: string
    /** Instead of a title with our name behind it. */
    wholeTitle?: string
    /** Instead of one title: it depends on what the address asks for. */
    titleOf?: (search: object) => string
  }
}

type Search = Record<string, unknown>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined)

/** The query of an old address, carried to the new one as it was. */
function queryOf(search: Search): string {
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString()
  return query ? `?${query}` : ''
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: CrashScreen })

// Public pages
const site = createRoute({ getParentRoute: () => root, id: 'site', component: PublicLayout })
const home = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyRouteComponent(() => import('./home'), 'Home'),
  validateSearch: (search: Search): { template?: string | undefined } => ({ template: text(search.template) }),
  staticData: { wholeTitle: t`Nomina: every image gets its own name` },
})
const terms = createRoute({
  getParentRoute: () => site,
  path: '/terms',
  component: lazyRouteComponent(() => import('@/features/landing/terms-page'), 'TermsPage'),
  staticData: { title: t`Terms of Service` },
})
const privacy = createRoute({
  getParentRoute: () => site,
  path: '/privacy',
  component: lazyRouteComponent(() => import('@/features/landing/privacy-page'), 'PrivacyPage'),
  staticData: { title: t`Privacy Policy` },
})

const apiDocs = createRoute({
  getParentRoute: () => site,
  path: '/docs/api',
  component: lazyRouteComponent(() => import('@/features/api-docs/api-docs-page'), 'ApiDocsPage'),
  staticData: { title: t`API` },
})

// Into the account
interface AuthSearch {
  mode?: AuthMode | undefined
  redirect?: string | undefined
  error?: string | undefined
  /** Why a social sign-in failed, in the server's codes. */
  reason?: string | undefined
  provider?: ProviderId | undefined
}
const AUTH_TITLES: Record<AuthMode, string> = {
  login: t`Sign in`,
  signup: t`Create your account`,
  forgot: t`Reset your password`,
  'second-step': t`Two-step sign-in`,
}
const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(() => import('@/features/account/pages/auth-page'), 'AuthPage'),
  validateSearch: (search: Search): AuthSearch => ({
    mode: search.mode === undefined ? undefined : authModeOf(search.mode),
    redirect: text(search.redirect),
    error: text(search.error),
    reason: text(search.reason),
    provider: providerOf(search.provider),
  }),
  staticData: { titleOf: (search: AuthSearch) => AUTH_TITLES[search.mode ?? 'login'] },
})
const tokenSearch = (search: Search): { token?: string | undefined } => ({ token: text(search.token) })
const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm',
  component: lazyRouteComponent(() => import('@/features/account/pages/confirm-page'), 'ConfirmPage'),
  validateSearch: tokenSearch,
  staticData: { title: t`Confirm your email address` },
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('@/features/account/pages/reset-page'), 'ResetPage'),
  validateSearch: tokenSearch,
  staticData: { title: t`New password` },
})
const mailbox = createRoute({
  getParentRoute: () => root,
  path: '/dev/mailbox',
  component: lazyRouteComponent(() => import('@/features/account/pages/mailbox-page'), 'MailboxPage'),
  // Thrown by the page where the server has no mailbox to show.
  notFoundComponent: NotFound,
  validateSearch: (search: Search): { mail?: string | undefined; token?: string | undefined } => ({
    mail: text(search.mail),
    token: text(search.token),
  }),
  staticData: { title: t`Development mailbox` },
})

// Paying, and the receipt
const testCheckout = createRoute({
  getParentRoute: () => root,
  path: '/checkout/test/$id',
  component: lazyRouteComponent(() => import('@/features/billing/test-checkout-page'), 'TestCheckoutPage'),
  staticData: { title: t`Checkout` },
})
const invoice = createRoute({
  getParentRoute: () => root,
  path: '/invoices/$id',
  component: lazyRouteComponent(() => import('@/features/billing/invoice-page'), 'InvoicePage'),
  staticData: { title: t`Invoice` },
})

// The dashboard
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./dashboard-shell'), 'DashboardShell'),
})
const skeleton = (shape: SkeletonShape) => () => <PageSkeleton shape={shape} />
const toolSearch = (search: Search): { template?: string | undefined } => ({ template: text(search.template) })
const toolsComponent = lazyRouteComponent(() => import('./sections/tools-section'), 'ToolsSection')
const dashboardIndex = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  component: toolsComponent,
  pendingComponent: skeleton('tools'),
  // Checkout returns to /dashboard?section=billing&success=true&session_id=..., which is the billing section.
  validateSearch: (search: Search): { template?: string | undefined; section?: string | undefined } & Search => search,
  beforeLoad: ({ search: { section, ...rest } }) => {
    if (section) throw redirect({ href: `/dashboard/${encodeURIComponent(section)}${queryOf(rest)}`, replace: true })
  },
  staticData: { title: t`Tools` },
})
const tools = createRoute({
  getParentRoute: () => dashboard,
  path: 'tools',
  component: toolsComponent,
  pendingComponent: skeleton('tools'),
  validateSearch: toolSearch,
  staticData: { title: t`Tools` },
})
const jobs = createRoute({
  getParentRoute: () => dashboard,
  path: 'jobs',
  component: lazyRouteComponent(() => import('./sections/jobs-section'), 'JobsSection'),
  validateSearch: ({ view }: Search): { view?: 'tasks' | undefined } => ({ view: view === 'tasks' ? view : undefined }),
  pendingComponent: skeleton('jobs'),
  staticData: { title: t`Tasks` },
})
const templates = createRoute({
  getParentRoute: () => dashboard,
  path: 'templates',
  component: lazyRouteComponent(() => import('./sections/templates-section'), 'TemplatesSection'),
  pendingComponent: skeleton('templates'),
  staticData: { title: t`Templates` },
})
const profile = createRoute({
  getParentRoute: () => dashboard,
  path: 'profile',
  component: lazyRouteComponent(() => import('@/features/account/pages/profile-page'), 'ProfilePage'),
  pendingComponent: skeleton('profile'),
  staticData: { title: t`Profile` },
})
const settings = createRoute({
  getParentRoute: () => dashboard,
  path: 'settings',
  component: lazyRouteComponent(() => import('@/features/settings/settings-page'), 'SettingsPage'),
  pendingComponent: skeleton('settings'),
  staticData: { title: t`Settings` },
})
interface BillingSearch {
  success?: true | undefined
  canceled?: true | undefined
  session_id?: string | undefined
  /** Opens Manage Billing where there is no portal of Stripe. */
  manage?: true | undefined
}
const billing = createRoute({
  getParentRoute: () => dashboard,
  path: 'billing',
  component: lazyRouteComponent(() => import('./sections/billing-section'), 'BillingSection'),
  pendingComponent: skeleton('billing'),
  validateSearch: (search: Search): BillingSearch => ({
    success: flag(search.success),
    canceled: flag(search.canceled),
    session_id: text(search.session_id),
    manage: flag(search.manage),
  }),
  staticData: { title: t`Billing` },
})
const unknownSection = createRoute({
  getParentRoute: () => dashboard,
  path: '$section',
  component: SectionNotFound,
  staticData: { title: t`Section not found` },
})

// Short addresses
const SHORT_ADDRESSES = {
  '/tasks': 'jobs',
  '/jobs': 'jobs',
  '/templates': 'templates',
  '/profile': 'profile',
  '/settings': 'settings',
  '/billing': 'billing',
  '/tools': 'tools',
  '/usage': 'usage',
} as const
const shortcuts = Object.entries(SHORT_ADDRESSES).map(([path, section]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ href: `/dashboard/${section}${queryOf(search)}`, replace: true })
    },
  }),
)

const routeTree = root.addChildren([
  site.addChildren([home, terms, privacy, apiDocs]),
  auth,
  confirm,
  reset,
  mailbox,
  testCheckout,
  invoice,
  dashboard.addChildren([dashboardIndex, tools, jobs, templates, profile, settings, billing, unknownSection]),
  ...shortcuts,
])

/** `history` is for tests; the app uses the browser's. */
export function makeRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPendingMs: 120,
    defaultPendingMinMs: 250,
    defaultErrorComponent: CrashScreen,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}
