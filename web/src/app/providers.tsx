// Everything around the routes: theme, dialogs, toasts, server data.
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { colorSchemeManager, DEFAULT_COLOR_SCHEME } from '@/ui/theme/color-scheme'
import { theme } from '@/ui/theme/theme'

export function Providers({ children }: { children: ReactNode }) {
  return (
    // Variables and classes come from files (mantine-variables.css): a <style> element would break the CSP.
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={DEFAULT_COLOR_SCHEME}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ModalsProvider>{children}</ModalsProvider>
      <Notifications position="bottom-right" limit={4} />
    </MantineProvider>
  )
}
