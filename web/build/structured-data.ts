// What search engines read about the product and its questions: made of the lists that the landing page draws.
import { QUESTIONS } from '../src/features/landing/questions.ts'
import { plansForSale } from './rules.ts'

export async function structuredData(): Promise<string> {
  return [await product(), questions()].map(script).join('')
}

async function product(): Promise<object> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: 'Nomina',
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    browserRequirements: 'Requires JavaScript and WebAssembly',
    url: '%ORIGIN%/',
    image: '%ORIGIN%/social.png',
    description:
      'Descriptive file names for a folder of images, with watermark, resizing, conversion and clean metadata.',
    offers: (await plansForSale()).map(({ name, priceCents }) => ({
      '@type': 'Offer',
      name,
      price: (priceCents / 100).toFixed(2),
      priceCurrency: 'USD',
    })),
  }
}

function questions(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** Data, not code: the content policy lets it stand in the page. */
function script(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`
}
