// How the results are laid out. It belongs to the person, not to the batch, and is remembered by the browser.
import { create } from 'zustand'
import { localStore } from '@/lib/web-storage'

export type Layout = 'table' | 'cards'

interface LayoutState {
  layout: Layout
  /** Width of a card in pixels. */
  cardSize: number
}

export const CARD_SIZE = { min: 140, max: 420, step: 20 }

const KEY = 'nomina.layout'
const USUAL: LayoutState = { layout: 'table', cardSize: 220 }

export const useLayout = create<LayoutState>(() => remembered(localStore.getItem(KEY)))

export function changeLayout(change: Partial<LayoutState>): void {
  useLayout.setState(change)
  try {
    localStore.setItem(KEY, JSON.stringify(useLayout.getState()))
  } catch {
    // Storage is full: the choice lasts as long as the page.
  }
}

/** What was written, as far as it can be used. */
export function remembered(text: string | null): LayoutState {
  try {
    const { layout, cardSize } = JSON.parse(text ?? '{}') as Partial<LayoutState>
    const size = Number.isFinite(cardSize) ? Number(cardSize) : USUAL.cardSize
    return {
      layout: layout === 'cards' ? 'cards' : USUAL.layout,
      cardSize: Math.min(CARD_SIZE.max, Math.max(CARD_SIZE.min, size)),
    }
  } catch {
    return USUAL
  }
}
