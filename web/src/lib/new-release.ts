// Whether this tab is older than what the server hands out. The entry script carries its content in its name, so the page that
// the server gives now tells it.

const ENTRY = /"(\/assets\/index-[^"]+\.js)"/

/** The entry script that a page asks for; null when it has none. */
export function entryOf(html: string): string | null {
  return html.match(ENTRY)?.[1] ?? null
}

/** True only when the server said so: a server that cannot be reached tells nothing. */
export async function isOldTab(
  mine = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null,
): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    const current = response.ok ? entryOf(await response.text()) : null
    return current !== null && mine !== null && current !== mine
  } catch {
    return false
  }
}
