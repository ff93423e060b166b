// The three modes of the sign-in form, shared by page and dialog.

export const AUTH_MODES = ['login', 'signup', 'forgot'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

export function authModeOf(value: unknown): AuthMode {
  return AUTH_MODES.find((mode) => mode === value) ?? 'login'
}
