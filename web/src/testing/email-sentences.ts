// The sentences of the server's emails, read from its source: `said!("...")` and `counted!(n, "...", "...")`.
import { readdirSync, readFileSync } from 'node:fs'
import type { Message } from '@/lib/messages'

const SERVER = '../crates/server/src'
/** Where the two macros are defined and explained. */
const CATALOGUE = 'base/mail/catalogue.rs'
const LITERAL = String.raw`"((?:[^"\\]|\\[\s\S])*)"`
const SAID = new RegExp(String.raw`\bsaid!\(\s*${LITERAL}`, 'g')
const COUNTED = new RegExp(String.raw`\bcounted!\(\s*[^",]+,\s*${LITERAL},\s*${LITERAL}`, 'g')

interface Sentence {
  path: string
  key: string
  message: Message
}

export function emailSentences(): Sentence[] {
  return readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs') && path !== CATALOGUE)
    .flatMap((path) => sentencesOf(readFileSync(`${SERVER}/${path}`, 'utf8')).map((one) => ({ path, ...one })))
}

function sentencesOf(source: string): Omit<Sentence, 'path'>[] {
  const said = [...source.matchAll(SAID)].map(([, text = '']) => ({ key: plain(text), message: plain(text) }))
  const counted = [...source.matchAll(COUNTED)].map(([, one = '', other = '']) => ({
    key: plain(other),
    message: { one: plain(one), other: plain(other) },
  }))
  return [...said, ...counted]
}

/** The text of a Rust string: a backslash at the end of a line takes the break and the spaces after it away. */
function plain(literal: string): string {
  return literal.replace(/\\\n\s*/g, '').replace(/\\(["\\])/g, '$1')
}
