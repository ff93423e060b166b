// Requests that never got an answer, as browsers tell them: a TypeError with words of their own, which nobody should read.

/** Chromium, Firefox and Safari; `Importing` is a part of the page that could not be fetched. */
const WORDS = /failed to fetch|networkerror|load failed|network (error|connection)|importing a module/i

export function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError && WORDS.test(error.message)
}
