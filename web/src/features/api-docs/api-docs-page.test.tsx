import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt } from '@/testing/test-page'
import { ApiDocsPage } from './api-docs-page'
import EXAMPLES from './examples.json'

test('PLAN-16: every example is there in every language', async () => {
  await renderAt('/docs/api', <ApiDocsPage />)
  const hand = userEvent.setup()
  for (const language of ['curl', 'python', 'javascript'] as const) {
    await hand.click(screen.getByRole('radio', { name: new RegExp(language, 'i') }))
    for (const example of EXAMPLES) {
      expect(screen.getByRole('region', { name: example.title }).textContent).toContain(example[language])
    }
  }
})

test('no example holds a key: they read it from the environment', () => {
  for (const { curl, python, javascript } of EXAMPLES) {
    for (const code of [curl, python, javascript]) {
      expect(code).toContain('NOMINA_KEY')
      expect(code).not.toContain('nmn_live_')
    }
  }
})
