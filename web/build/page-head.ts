// What search engines and link previews read of each public page. index.html is everybody's page: it has words for all and asks not
// to be found; a page that may be found has words and an address of its own. Titles come from the router (src/app/router.tsx).

interface Words {
  description: string
  /** For link previews; the description where nothing else is said. */
  social?: string
}

/** By the address that the page is known by. */
export const WORDS: Record<string, Words> = {
  '/': {
    description:
      'Drop a folder of images. Each one gets a descriptive file name; watermark, resize, convert and clean metadata in the same pass.',
    social: 'Drop a folder of images and get a ZIP with names that say what they show. Free, no account.',
  },
  '/auth': { description: 'Sign in to Nomina: your batches, templates, settings and plan on every device.' },
  '/auth?mode=signup': {
    description:
      'Create a free Nomina account: larger batches, saved templates and a history of what you have processed.',
  },
  '/terms': { description: 'The terms of Nomina: what you may expect of the service, and what it expects of you.' },
  '/privacy': {
    description:
      'What Nomina does with your images and your data: what stays on your device, what leaves it, and for how long.',
  },
  '/docs/api': {
    description:
      'Name and process images from your own programs: addresses, keys, limits and examples of the Nomina API.',
  },
}

/** The page with the head of its address. The server puts its own address in the place of `%ORIGIN%`. */
export function withHead(shell: string, path: string, title: string): string {
  const words = WORDS[path]
  if (!words) throw new Error(`${path} has no description: write one in build/page-head.ts`)
  const { description, social = description } = words
  const meta = (page: string, name: string, content: string) =>
    replaced(
      page,
      new RegExp(`(<meta (?:name|property)="${name}" content=")[^"]*`),
      (start) => start + escaped(content),
    )
  const page = replaced(shell, /(<title>)[^<]*/, (start) => start + escaped(title))
  const own = meta(meta(meta(page, 'description', description), 'og:title', title), 'og:description', social)
  const address = `%ORIGIN%${escaped(path)}`
  return replaced(
    own,
    /()<meta name="robots" content="noindex" \/>/,
    () => `<link rel="canonical" href="${address}" /><meta property="og:url" content="${address}" />`,
  )
}

function replaced(page: string, pattern: RegExp, by: (start: string) => string): string {
  if (!pattern.test(page)) throw new Error(`index.html has no ${pattern}`)
  return page.replace(pattern, (_, start: string) => by(start))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
