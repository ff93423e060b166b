// Light, dark or system: stored in this browser, dark when nothing is stored. A script in index.html reads the same key before the first paint.
import { localStorageColorSchemeManager } from '@mantine/core'

const COLOR_SCHEME_KEY = 'nomina-theme'
export const DEFAULT_COLOR_SCHEME = 'dark'

export const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY })
