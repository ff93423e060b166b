// The sections of the dashboard, in the order of the sidebar.

export const SECTIONS = [
  { to: '/dashboard/tools', label: 'Tools' },
  { to: '/dashboard/jobs', label: 'Tasks' },
  { to: '/dashboard/templates', label: 'Templates' },
  { to: '/dashboard/profile', label: 'Profile' },
  { to: '/dashboard/settings', label: 'Settings' },
  { to: '/dashboard/billing', label: 'Billing' },
] as const
