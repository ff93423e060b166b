// The sentences of the screens in the person's language. English is written where it is used; another language is a catalogue
// with the English sentence as its key. src/messages/en.json lists them all.

/** A sentence, or its forms by number where the English one has two. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>

interface Catalogue {
  /** BCP 47, for example `de`. */
  language: string
  messages: Readonly<Record<string, Message>>
}

interface Forms {
  /** `#` stands for the number. */
  one: string
  other: string
}

let catalogue: Catalogue | null = null
let rules = new Intl.PluralRules('en')

/** Null is English. To be called before the modules of the screens are loaded: some read their sentences then. */
export function speak(next: Catalogue | null): void {
  catalogue = next
  rules = new Intl.PluralRules(next?.language ?? 'en')
}

/** t`Remove ${name}`: the key is "Remove {0}". What a catalogue lacks is said in English. */
export function t(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  const english = parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`)
  const message = catalogue?.messages[english]
  return (typeof message === 'string' ? message : english).replace(/\{(\d+)\}/g, (_, at) => String(values[at]))
}

/** plural(3, { one: '# image', other: '# images' }): the key is the form for many. */
export function plural(count: number, english: Forms): string {
  const message = catalogue?.messages[english.other]
  const forms: Message = typeof message === 'object' ? message : english
  return (forms[rules.select(count)] ?? forms.other ?? english.other).replaceAll('#', String(count))
}
