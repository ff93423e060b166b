// Whether the auth overlay is wanted: `debug=auth` in the address, or a flag set by hand in local storage.

const FLAG = 'nomina-debug-auth'

export function wantsDebugOverlay(search: string): boolean {
  if (new URLSearchParams(search).get('debug') === 'auth') return true
  try {
    return localStorage.getItem(FLAG) === 'true'
  } catch {
    return false
  }
}
