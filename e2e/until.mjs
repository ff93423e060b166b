// Waiting for a state, never for a time.

/** How long a state is waited for before a test fails: longer than a task of a killed server stays locked (two minutes). */
const PATIENCE_MS = 180_000

/** Asks again until the answer is a true one, and gives the last answer when patience is over. */
export async function until(look, pause = 100) {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const seen = await look()
    if (seen || Date.now() > end) return seen
    await new Promise((wait) => setTimeout(wait, pause))
  }
}

/** The same for what has to come: patience that is over is an error. */
export async function reached(what, look) {
  const seen = await until(look)
  if (!seen) throw new Error(`waited in vain: ${what}`)
  return seen
}
