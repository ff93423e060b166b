// The development mailbox as tests reach it: one place knows its addresses.

/** What a visitor at the server's own machine is told when an email is on its way: the path of the mailbox, its token included. */
export async function mailboxPath(base, headers = {}) {
  const body = JSON.stringify({ email: 'nobody@example.org' })
  const answer = await fetch(`${base}/api/v1/auth/forgot`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  return (await answer.json()).mailbox
}

/** Addresses of the mailbox of a server. */
export async function mailboxOf(base) {
  const { search } = new URL(await mailboxPath(base), base)
  const address = (path, to) => `${base}${path}${search}${to ? `${search ? '&' : '?'}to=${encodeURIComponent(to)}` : ''}`
  return {
    /** All emails, or those to one address, as JSON. */
    emails: (to = '') => address('/api/v1/dev/emails', to),
    page: () => address('/dev/mailbox'),
    /** One email as its reader sees it. @param {string} id */
    html: (id) => address(`/dev/mailbox/${id}/html`),
  }
}
