// The sentences of screens and emails: all of them are in their catalogue, which has no others, and they use the words of
// docs/glossary.md.
import { expect, test } from 'vitest'
import { emailSentences } from '@/testing/email-sentences'
import { bareIn, parsed, sentencesIn } from '@/testing/sentences'
import { sourceFiles } from '@/testing/source-files'

/** Workers have no catalogue: they answer with a code and an English sentence. Files for other programs keep their columns. */
const NOT_ON_SCREEN = /-worker\.ts$|results\/export\/(lists|shop-lists)\.ts$/
const NO_SCREEN = /\.test\.tsx?$|^src\/testing\/|\/testing\/|\.d\.ts$|^src\/api\/schema\.ts$|debug-overlay\.tsx$/

/** Words that nobody translates, or that only programs read. */
const NOT_SAID = new Set([
  'nomina',
  'Python',
  'JavaScript',
  'WebP',
  'AVIF',
  'JPG',
  'PNG',
  'tr, li',
  'process, name',
  ' · …×… → …×… px',
  // Logged, thrown to programmers, or keys of storage.
  'The page has no #root element',
  'No user logged in',
  'The rules hold no plans.',
  'The sample … is not there',
  'The database has no store ….',
  'The request has no transaction.',
  'Another tab holds an older database.',
  'Canon EOS R6',
  'J K U Enter Escape',
  'The run could not be kept.',
  'no answer',
  'sign-out failed',
  'profile name',
])
/** Style values and selectors. */
const STYLE = /^1px solid |^color-mix\(|^(input|button|form|section)\b.*[[,]/

const files = sourceFiles()
  .filter((path) => !NO_SCREEN.test(path))
  .map((path) => ({ path, file: parsed(path) }))
const sentences = files.flatMap(({ path, file }) => sentencesIn(file).map((sentence) => ({ path, ...sentence })))
const emails = emailSentences()

const catalogueOf = (all: typeof emails) =>
  `${JSON.stringify(Object.fromEntries(all.map(({ key, message }) => [key, message]).sort()), null, 2)}\n`

test('no words on a screen are outside the catalogue', () => {
  const bare = files
    .filter(({ path }) => !NOT_ON_SCREEN.test(path))
    .flatMap(({ path, file }) => bareIn(file).map(({ line, text }) => ({ at: `${path}:${line}`, text })))
    .filter(({ text }) => !NOT_SAID.has(text) && !STYLE.test(text))
  expect(bare).toEqual([])
})

// `npm run messages` writes it anew.
test('the catalogue lists every sentence', async () => {
  await expect(catalogueOf(sentences)).toMatchFileSnapshot('../messages/en.json')
})

test('the server’s catalogue lists every sentence of its emails', async () => {
  expect(emails.length).toBeGreaterThan(40)
  await expect(catalogueOf(emails)).toMatchFileSnapshot('../../../crates/server/src/base/mail/messages/en.json')
})

test('a sentence is one thing to translate: its key has one meaning', () => {
  const forms = new Map<string, unknown>()
  for (const { key, message } of [...sentences, ...emails]) {
    expect(message, key).toEqual(forms.get(key) ?? message)
    forms.set(key, message)
  }
})

/** docs/glossary.md says what to write instead. */
const REPLACED =
  /\b(pictures?|e-mails?|mails?|letters?(?! case| or digit)|notices?|credits?|quotas?|operations?|presets?|captions?|stamps?|(text|image) marks?|grounds?|dooms?|doomed)\b/i

/** Word for word as the product's description quotes them. */
const QUOTED = new Set(['Process # Images (No AI Credits)', 'Apply Changes to # Images (No AI Credits)'])

test('no sentence uses a word that the glossary replaces', () => {
  const wrong = [...sentences, ...emails].filter(
    ({ key, message }) => !QUOTED.has(key) && REPLACED.test(JSON.stringify(message)),
  )
  expect(wrong.map(({ path, key }) => `${path}: ${key}`)).toEqual([])
})
