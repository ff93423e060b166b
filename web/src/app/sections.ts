// The sections of the dashboard, in the order of the sidebar.
import { t } from '@/lib/messages'

export const SECTIONS = [
  { to: '/dashboard/tools', label: t`Tools` },
  { to: '/dashboard/jobs', label: t`Tasks` },
  { to: '/dashboard/templates', label: t`Templates` },
  { to: '/dashboard/profile', label: t`Profile` },
  { to: '/dashboard/settings', label: t`Settings` },
  { to: '/dashboard/billing', label: t`Billing` },
] as const
