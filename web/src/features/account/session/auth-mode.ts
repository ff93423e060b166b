// The modes of the sign-in form, shared by page and dialog.

/** What is filled in with an address. */
const FORM_MODES = ['login', 'signup', 'forgot'] as const
/** The second step follows a right password, or Google or GitHub. */
const AUTH_MODES = [...FORM_MODES, 'second-step'] as const
export type FormMode = (typeof FORM_MODES)[number]
export type AuthMode = (typeof AUTH_MODES)[number]

export function authModeOf(value: unknown): AuthMode {
  return AUTH_MODES.find((mode) => mode === value) ?? 'login'
}
