// The service worker: the app opens and processes images without a network after the first visit. The build puts the
// list of files (FILES) and their common hash (VERSION) in front of this text. Answers of the API are never kept.

const CACHE = `nomina-${VERSION}`
const FONTS = 'nomina-fonts'
/** The family of new text marks (src/engine/letters.ts): some 250 kB. All families together would be 20 MB. */
const FAMILY = 'Inter'
const PATIENCE_MS = 4_000

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(keepFonts))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()))
})

// An update waits until the person agrees: the page says so with a message.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method === 'POST' && url.pathname === '/share') event.respondWith(takeShared(request))
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request, CACHE))
  else if (url.pathname.startsWith('/fonts/')) event.respondWith(keptOrFetched(request, FONTS))
  else if (request.mode === 'navigate' && isPage(url.pathname)) event.respondWith(pageOf(request))
})

/** Paths that the web app draws; everything else belongs to the server. */
function isPage(path) {
  return !/^\/(api|server|dev|models|checkout|metrics|healthz|readyz)(\/|$)/.test(path) && !/\.\w+$/.test(path)
}

/** What has not changed since the last release is taken from the cache before. */
async function keepAll() {
  const cache = await caches.open(CACHE)
  for (const file of FILES) {
    const known = file.startsWith('/assets/') ? await caches.match(file) : undefined
    if (known) await cache.put(file, known)
    else await cache.add(new Request(file, { cache: 'no-cache' }))
  }
}

/** A text mark needs no network either. A server without typefaces has none to keep. */
async function keepFonts() {
  const cache = await caches.open(FONTS)
  const keep = async (file) => {
    const answer = await fetch(new Request(`/fonts/${file}`, { cache: 'no-cache' }))
    if (answer.ok) await cache.put(`/fonts/${file}`, answer.clone())
    return answer
  }
  const list = await keep('index.json')
  const { families } = list.ok ? await list.json() : { families: {} }
  await Promise.all((families[FAMILY] ?? []).map(({ file }) => keep(file)))
}

async function dropOld() {
  const names = await caches.keys()
  const old = names.filter((name) => /^nomina-[0-9a-f]+$/.test(name) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

async function keptOrFetched(request, name) {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(name)).put(request, answer.clone())
  return answer
}

/** The server's page while it answers in time, else the kept one. */
async function pageOf(request) {
  const page = new URL(request.url).pathname === '/' ? '/' : '/dashboard'
  const kept = await caches.match(page, { cacheName: CACHE })
  if (!kept) return fetch(request)
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  return Promise.race([fetch(request).catch(() => kept), late])
}

/** Images that another app on the phone shares wait in a cache of their own until the tool takes them. */
async function takeShared(request) {
  const form = await request.formData()
  const waiting = await caches.open('nomina-shared')
  const files = form.getAll('pictures').filter((file) => file instanceof File)
  await Promise.all(
    files.map((file, place) =>
      waiting.put(
        `/shared/${Date.now()}-${place}`,
        new Response(file, { headers: { 'x-name': encodeURIComponent(file.name) } }),
      ),
    ),
  )
  return Response.redirect('/dashboard/tools?shared=1', 303)
}
