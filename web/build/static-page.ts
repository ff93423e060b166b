// What the page says before any script runs: the landing page's words for readers without JavaScript, and structured data
// for search engines. Both are made of the lists that the landing page draws.
import type { Plugin } from 'vite'
import { QUESTIONS } from '../src/features/landing/questions.ts'
import { FEATURES, STEPS, USE_CASES } from '../src/features/landing/words.ts'

const quoted = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
const item = (title: string, text: string) => `<li><h3>${quoted(title)}</h3><p>${quoted(text)}</p></li>`
const section = (title: string, items: string[]) => `<section><h2>${title}</h2><ul>${items.join('')}</ul></section>`

const WORDS = [
  '<main style="max-width: 44rem; margin: 0 auto; padding: 2rem 1rem">',
  '<h1>Every picture gets its own name</h1>',
  '<p>Drop a folder. Nomina looks at each picture and names it for people and search engines. ',
  'The tool works on your device and needs JavaScript for it.</p>',
  section(
    'What it does',
    FEATURES.map(({ title, text }) => item(title, text)),
  ),
  section(
    'How it works',
    STEPS.map(({ title, text }) => item(title, text)),
  ),
  section(
    'For whom',
    USE_CASES.map(({ who, text }) => item(who, text)),
  ),
  section(
    'Questions',
    QUESTIONS.map(({ question, answer }) => item(question, answer)),
  ),
  '<p><a href="/terms">Terms of Service</a> · <a href="/privacy">Privacy Policy</a></p></main>',
].join('')

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: 'Nomina',
  applicationCategory: 'MultimediaApplication',
  operatingSystem: 'Any',
  browserRequirements: 'Requires JavaScript and WebAssembly',
  url: '%ORIGIN%/',
  image: '%ORIGIN%/social.png',
  description:
    'Descriptive file names for a folder of pictures, with watermark, resizing, conversion and clean metadata.',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
}
const FAQ = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}
const data = (value: object) => ({
  tag: 'script',
  attrs: { type: 'application/ld+json' },
  children: JSON.stringify(value).replace(/</g, '\\u003c'),
  injectTo: 'head' as const,
})

export function staticPage(): Plugin {
  return {
    name: 'nomina-static-page',
    apply: 'build',
    transformIndexHtml: (html) => ({
      html: html.replace(/<noscript>.*<\/noscript>/s, `<noscript>${WORDS}</noscript>`),
      tags: [data(PRODUCT), data(FAQ)],
    }),
  }
}
