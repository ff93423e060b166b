// What a key means while one result is shown alone.
import type { KeyboardEvent } from 'react'

export type FocusAction = 'next' | 'previous' | 'first' | 'last' | 'unsure' | 'edit' | 'given' | 'leave'

const PLAIN: Readonly<Record<string, FocusAction>> = {
  j: 'next',
  ArrowRight: 'next',
  PageDown: 'next',
  k: 'previous',
  ArrowLeft: 'previous',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
  u: 'unsure',
  F2: 'edit',
  Enter: 'edit',
  '0': 'given',
  Escape: 'leave',
}

/** An action, the number of a suggestion, 'other' keys as 0 for the actions on a row, or null where the key belongs to a control. */
export function focusAction(event: KeyboardEvent<HTMLElement>): FocusAction | number | null {
  const { key, ctrlKey, metaKey, altKey } = event
  const target = event.target as HTMLElement
  if (ctrlKey || metaKey || altKey || target.closest('form, input, textarea')) return null
  // A button does what it says.
  if ((key === 'Enter' || key === ' ') && target.closest('button, a')) return null
  if (/^[1-9]$/.test(key)) return Number(key)
  return PLAIN[key.length === 1 ? key.toLowerCase() : key] ?? OTHER
}

const OTHER = 0
