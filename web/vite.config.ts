/// <reference types="vitest/config" />
// Build and test settings. No inline script may come into the page while it runs: the server's CSP allows those of the built page only.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { TestUserConfig } from 'vitest/config'
import { rules } from './build/rules.ts'
import { serviceWorker } from './build/service-worker.ts'

/**
 * Tests that do not hold in shared threads: BroadcastChannel is missing there, and what one file replaces with `vi.mock` is at
 * times replaced for the next one too (vitest issue 11284).
 */
const WITH_NODES_OWN = readdirSync(`${import.meta.dirname}/src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(test\.tsx|dom\.test\.ts)$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => /vi\.mock\(|\bBroadcastChannel\b/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))

/** Components, and what keeps things in a page: a page of its own for every file. */
const inPage = {
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: 'http://localhost:8080/' } },
  setupFiles: ['src/testing/test-setup.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' } },
  // Typing into a form letter by letter is slow on a busy machine.
  testTimeout: 60_000,
} satisfies TestUserConfig

const server = process.env.NOMINA_SERVER ?? 'http://127.0.0.1:8080'

// What the server answers itself, also while developing.
const proxy = Object.fromEntries(
  ['/api', '/server', '/checkout', '/fonts', '/models', '/services', '^/dev/mailbox/.+/html'].map((path) => [
    path,
    server,
  ]),
)

export default defineConfig({
  plugins: [react(), rules(), serviceWorker()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy },
  preview: { proxy },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Fonts, workers and wasm stay files: `font-src 'self'` refuses data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by build/prerender.config.ts, which removes it.
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every screen needs and what changes rarely travels (and is cached) on its own.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'tanstack',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store|query-core|react-query)[\\/]/,
            },
            // Small parts of the first page that would otherwise be a request each.
            {
              name: 'base',
              test: /node_modules[\\/]@mantine[\\/](hooks|store|core[\\/]esm[\\/]core|core[\\/]esm[\\/]components[\\/](CloseButton|Input|Loader|Portal|Transition|UnstyledButton)[\\/]|notifications[\\/]esm[\\/]notifications\.store)|src[\\/](api[\\/]access|features[\\/]account[\\/](plans[\\/]plans|session[\\/]session)\.|features[\\/]tool[\\/](model[\\/]batch-store|upload[\\/](waiting|refused)-store)|ui[\\/](toasts|pill|name)\.)|virtual:bounds/,
            },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          // Pure functions: they need no page, and share one process.
          name: 'plain',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.dom.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...inPage,
          name: 'page',
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          exclude: WITH_NODES_OWN,
          // Modules are compiled once for all of them: a third of the work.
          pool: 'vmThreads',
        },
      },
      { extends: true, test: { ...inPage, name: 'own page', include: WITH_NODES_OWN } },
    ],
  },
})
