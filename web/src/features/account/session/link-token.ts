// The token of a mailed link. It leaves the address bar at once, so that neither a copied address nor the browser's history
// gives it away; it stays with this entry of the tab's history, so that a reload still works.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string
  }
}

export function useLinkToken(inAddress: string | undefined): string | undefined {
  const kept = useLocation({ select: ({ state }) => state.linkToken })
  const navigate = useNavigate()
  useEffect(() => {
    if (!inAddress) return
    void navigate({ to: '.', search: {}, replace: true, state: (before) => ({ ...before, linkToken: inAddress }) })
  }, [inAddress, navigate])
  return inAddress ?? kept
}
