import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Later } from './later'

test('nothing appears under a pressed pointer; what was wanted comes when it is up', async () => {
  const view = render(<Later when={false}>fields</Later>)
  fireEvent.pointerDown(document.body)
  await act(async () => view.rerender(<Later when>fields</Later>))
  expect(screen.queryByText('fields')).toBeNull()
  fireEvent.pointerUp(document.body)
  await vi.waitFor(() => expect(screen.getByText('fields')).toBeTruthy())
})

test('without a pointer it appears by itself', async () => {
  await act(async () => render(<Later when>fields</Later>))
  expect(screen.getByText('fields')).toBeTruthy()
})
