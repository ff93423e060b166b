import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Rich } from './rich'

test('the words between the marks become the element, wherever they stand', () => {
  const parts = [(words: string) => <b>{words}</b>, (words: string) => <a href="/privacy">{words}</a>]
  const { container } = render(<Rich text="Read <1>the policy</1> and <0>agree</0>." parts={parts} />)
  expect(container.innerHTML).toBe('Read <a href="/privacy">the policy</a> and <b>agree</b>.')
})

test('a mark that a translation has lost or made up shows its words', () => {
  const { container } = render(<Rich text="Read <7>this</7>." parts={[(words) => <b>{words}</b>]} />)
  expect(container.textContent).toBe('Read this.')
})
