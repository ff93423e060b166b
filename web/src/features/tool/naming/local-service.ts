// A model of a program on this computer (Ollama, LM Studio, llama.cpp), where the server beside it offers one and the person chose it.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { LocalOffer } from '@/api/types'
import type { NamingInfo } from './naming-info'

interface LocalState {
  /** The program that was chosen; null for the server's own model. */
  chosen: string | null
  choose: (service: string | null) => void
}

export const useLocalChoice = create<LocalState>()(
  persist((set) => ({ chosen: null, choose: (chosen) => set({ chosen }) }), { name: 'nomina.local-model' }),
)

/** The model in effect: chosen, and there right now. */
export function useLocalModel(info: NamingInfo | undefined): LocalOffer | undefined {
  const chosen = useLocalChoice((state) => state.chosen)
  return localModel(info, chosen)
}

export function localModel(info: NamingInfo | undefined, chosen: string | null): LocalOffer | undefined {
  return info?.local?.find(({ service }) => service === chosen)
}
