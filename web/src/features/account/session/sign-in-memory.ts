// Two small marks in local storage. Guests are not asked for a session they never had; a sign-out that did not reach
// the server is owed and sent at the next start. No token and no personal data is kept here.

const SIGNED_IN = 'nomina-signed-in'
const OWED_SIGN_OUT = 'nomina-sign-out-owed'

export const SIGN_IN_MEMORY_KEY = SIGNED_IN

export function rememberSignIn(): void {
  write(SIGNED_IN, true)
  write(OWED_SIGN_OUT, false)
}

export function forgetSignIn(): void {
  write(SIGNED_IN, false)
}

export function mayBeSignedIn(): boolean {
  return read(SIGNED_IN)
}

export function oweSignOut(owed: boolean): void {
  write(OWED_SIGN_OUT, owed)
}

export function isSignOutOwed(): boolean {
  return read(OWED_SIGN_OUT)
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

function write(key: string, on: boolean): void {
  try {
    if (on) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
  } catch {
    // Without storage the session lives as long as the tab.
  }
}
