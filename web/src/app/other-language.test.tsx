// Another language reaches the screens: with a catalogue that marks every sentence, no plain English is left on them.
import { MantineThemeProvider } from '@mantine/core'
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useSession } from '@/features/account/session/session'
import { LANGUAGES } from '@/lib/languages'
import { type Message, speak } from '@/lib/messages'
import english from '@/messages/en.json'
import { fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'

/** Elements inside a sentence have their words marked on their own. */
const mark = (text: string) =>
  text.replace(/(<\/?\d+>)|[^<]+/g, (words, tag) => tag ?? (/\p{L}/u.test(words) ? `⟦${words}⟧` : words))

function marked(message: Message): Message {
  if (typeof message === 'string') return mark(message)
  return Object.fromEntries(Object.entries(message).map(([rule, text]) => [rule, mark(text)]))
}

beforeAll(() => {
  const messages = Object.entries(english as Record<string, Message>).map(([key, message]) => [key, marked(message)])
  speak({ language: 'en', messages: Object.fromEntries(messages) })
})

afterAll(() => speak(null))

/** The words that are read or heard on the page and have no mark. */
function unmarked(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('style')) texts.push(walker.currentNode.textContent ?? '')
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
  }
  return [...new Set(texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text) && !/[⟦⟧]/.test(text)))]
}

test('the sign-in form', async () => {
  fakeServer({ 'GET /api/v1/auth/providers': { body: [] } })
  useSession.setState({ status: 'guest', user: null, tier: 'guest' })
  const { AuthForm } = await import('@/features/account/pages/auth-form')
  const { theme } = await import('@/ui/theme/theme')
  await renderAt(
    '/auth',
    <MantineThemeProvider theme={theme}>
      <AuthForm heading="h1" mode="signup" onModeChange={() => {}} onSignedIn={() => {}} redirect="/" />
    </MantineThemeProvider>,
  )
  await screen.findByText('⟦Create your account⟧')
  expect(unmarked()).toEqual([])
})

test('the settings', async () => {
  const saved = { language: 'en', timezone: 'UTC', darkMode: true, autoSave: true, emailNotifications: true }
  const defaults = { processingNotifications: false, defaultOutputFormat: 'jpg', defaultQuality: 85 }
  fakeServer({ 'GET /api/v1/preferences': { body: { ...saved, ...defaults } }, 'GET /api/v1/plans': { body: [] } })
  useSession.setState({ status: 'signed-in', user: { id: 'u1', hasPassword: true } as never, tier: 'starter' })
  const { SettingsPage } = await import('@/features/settings/settings-page')
  await renderAt('/dashboard/settings', <SettingsPage />)
  await screen.findByText('⟦Defaults⟧')
  // Formats, languages, time zones and tokens keep their names.
  const own: string[] = [...Object.values(LANGUAGES), 'AVIF', 'WebP', 'JPG', 'PNG', 'UTC', '{name}']
  expect(unmarked().filter((text) => !own.includes(text) && !/^[A-Z]\w+\/\w+/.test(text))).toEqual([])
})
