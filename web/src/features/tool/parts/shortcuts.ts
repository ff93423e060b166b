// Which keyboard shortcut a key press is, and whether somebody is typing.
/** `remove` is answered by a focused row itself. */
export type ShortcutAction = 'undo' | 'redo' | 'all' | 'none' | 'remove' | 'help'

const PLAIN: Record<string, ShortcutAction> = { '?': 'help', escape: 'none', delete: 'remove' }

export function actionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): ShortcutAction | undefined {
  const key = event.key.toLowerCase()
  if (event.altKey) return undefined
  if (!event.ctrlKey && !event.metaKey) return PLAIN[key]
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  if (key === 'y') return 'redo'
  return key === 'a' && !event.shiftKey ? 'all' : undefined
}

const TEXT = 'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]'

export function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true
  return target instanceof Element && target.closest(TEXT) !== null
}
