// Web storage that is always there: where the browser forbids it, what is written lasts as long as the page.

export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const localStore = available(() => window.localStorage)
export const sessionStore = available(() => window.sessionStorage)

/** Reading the property alone may throw, so it is done once and here. */
export function available(find: () => WebStorage): WebStorage {
  try {
    return find()
  } catch {
    return inMemory()
  }
}

function inMemory(): WebStorage {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}
