import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useKeptFocus } from './kept-focus'

function List({ items, off }: { items: string[]; off?: string }) {
  const list = useRef<HTMLUListElement>(null)
  useKeptFocus(list, (item) =>
    item?.isConnected ? item.querySelector<HTMLElement>('a') : list.current?.querySelector<HTMLElement>('button'),
  )
  return (
    <ul ref={list}>
      {items.map((item) => (
        <li key={item}>
          <button type="button" disabled={item === off}>
            {item}
          </button>
          <a href={`/${item}`}>about {item}</a>
        </li>
      ))}
    </ul>
  )
}

const frame = () => new Promise(requestAnimationFrame)

test('the focus of a control that goes is taken over', async () => {
  const { rerender } = render(<List items={['a', 'b']} />)
  screen.getByRole('button', { name: 'b' }).focus()
  rerender(<List items={['a']} />)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('a'))
})

test('one that is switched off gives it to its neighbour in the same item', async () => {
  const { rerender } = render(<List items={['a', 'b']} />)
  screen.getByRole('button', { name: 'b' }).focus()
  rerender(<List items={['a', 'b']} off="b" />)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('about b'))
})

test('who has left by a press elsewhere is left alone', async () => {
  const { rerender } = render(<List items={['a', 'b']} />)
  const button = screen.getByRole('button', { name: 'b' })
  button.focus()
  fireEvent.pointerDown(document.body)
  button.blur()
  rerender(<List items={['a']} />)
  await frame()
  await frame()
  expect(document.activeElement).toBe(document.body)
})
