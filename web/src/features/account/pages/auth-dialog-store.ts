// Opens the sign-in dialog from anywhere, without loading the form until it is needed.
import { create } from 'zustand'
import type { AuthMode } from '../session/auth-mode'

interface AuthDialog {
  opened: boolean
  /** Keeps the dialog mounted after its first use, so that it can fade out. */
  everOpened: boolean
  mode: AuthMode
}

export const useAuthDialog = create<AuthDialog>(() => ({ opened: false, everOpened: false, mode: 'login' }))

export function openAuthDialog(mode: AuthMode): void {
  useAuthDialog.setState({ opened: true, everOpened: true, mode })
}

export function closeAuthDialog(): void {
  useAuthDialog.setState({ opened: false })
}
