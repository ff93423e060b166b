// Opens 'Choose Your Plan' from anywhere: every limit that a person meets leads there in one click.
import { create } from 'zustand'

interface PlansDialog {
  opened: boolean
  /** Keeps the dialog mounted after its first use, so that it can fade out. */
  everOpened: boolean
  /** The question before a plan ends. */
  canceling: boolean
}

export const usePlansDialog = create<PlansDialog>(() => ({ opened: false, everOpened: false, canceling: false }))

export function openPlans(): void {
  usePlansDialog.setState({ opened: true, everOpened: true })
}

export function closePlans(): void {
  usePlansDialog.setState({ opened: false })
}

export function askCancel(): void {
  usePlansDialog.setState({ canceling: true, everOpened: true })
}

export function closeCancel(): void {
  usePlansDialog.setState({ canceling: false })
}
