// Every route of the web app, one table. Pages are split by route.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'

const root = createRootRoute()

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./home'), 'Home'),
})

export const router = createRouter({
  routeTree: root.addChildren([home]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
