// Where to go after signing in. Only paths of this site count; everything else becomes the fallback.

const FALLBACK = '/dashboard'

export function ownPath(wanted: string | undefined, fallback = FALLBACK): string {
  if (!wanted?.startsWith('/') || /[\\\s]/.test(wanted)) return fallback
  let url: URL
  try {
    url = new URL(wanted, window.location.origin)
  } catch {
    return fallback
  }
  const leadsBack = url.pathname === '/auth' || url.pathname.startsWith('//')
  return url.origin !== window.location.origin || leadsBack ? fallback : url.pathname + url.search + url.hash
}
