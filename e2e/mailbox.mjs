// The development mailbox as tests reach it: one place knows its addresses. What is printed at the start carries a token, which goes with
// every request.

/** Addresses of the mailbox of a server, from what the server printed when it started. */
export function mailboxOf(base, printed = '') {
  const { search } = new URL(/https?:\/\/\S+\/dev\/mailbox[^\s,]*/.exec(printed)?.[0] ?? `${base}/dev/mailbox`)
  const address = (path, to) => `${base}${path}${search}${to ? `${search ? '&' : '?'}to=${encodeURIComponent(to)}` : ''}`
  return {
    emails: (to) => address('/api/v1/dev/emails', to),
    page: () => address('/dev/mailbox'),
    html: (id) => address(`/dev/mailbox/${id}/html`),
  }
}
