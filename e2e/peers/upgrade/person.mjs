// Who used the installations that upgrade.test.mjs opens, and the settings they ran with.
export const PERSON = { email: 'ada@example.org', password: 'correct horse battery' }
export const SETTINGS = { AUTH_SECRET: 'the-secret-of-the-upgrade-test', AUTH_CONFIRM_EMAIL: 'off' }
/** The day after each backup was made: stored ZIPs and plans have not ended by then. */
export const DAY = '@2026-11-18 12:00:00'
/** The API key in each backup. */
export const KEYS = {
  '0.1.0-sqlite.zip': 'nmn_live_hRZg9MGBNVT4dGtkNN05Tt7lSLCOmdc42xJia7',
  '0.1.0-postgres.zip': 'nmn_live_cHyp9UR5clF5BOzmVQ3lhcPj1oxSyAQc1hNFaH',
}
