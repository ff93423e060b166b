// The component kit's theme, resolved onto the tokens of tokens.css. Colours are variables, so both schemes share one theme.

import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { t } from '@/lib/messages'

const marker: MantineColorsTuple = [
  '#fbfee9',
  '#f5fbcb',
  '#ebf79a',
  '#e2f874',
  '#dcf55e',
  '#d7f24a',
  '#b9d32c',
  '#8ea316',
  '#657607',
  '#4b5b00',
]
const ink: MantineColorsTuple = [
  '#f3f2ec',
  '#c9ccd1',
  '#a2a7b0',
  '#868c96',
  '#3c424b',
  '#1c1f23',
  '#151719',
  '#0e0f11',
  '#0b0c0e',
  '#08090a',
]
const paper: MantineColorsTuple = [
  '#f6f5ef',
  '#efede4',
  '#e2e0d6',
  '#d6d3c6',
  '#c9c6b8',
  '#9a9a93',
  '#6b6e75',
  '#5d6068',
  '#3a3c41',
  '#17181a',
]

/** Buttons, badges and the like: the marker for the one main action, hairlines for the rest, red only for danger. */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const danger = color === 'red'
  const text = danger ? 'var(--danger)' : 'var(--text)'
  switch (variant) {
    case 'filled':
      return danger
        ? { background: 'var(--danger)', hover: 'var(--danger)', color: 'var(--bg)', border: '1px solid transparent' }
        : {
            background: 'var(--marker)',
            hover: 'var(--marker-hover)',
            color: 'var(--on-marker)',
            border: '1px solid transparent',
          }
    case 'light':
      return danger
        ? { background: 'var(--danger-bg)', hover: 'var(--danger-bg)', color: text, border: '1px solid transparent' }
        : { background: 'var(--raised)', hover: 'var(--line)', color: text, border: '1px solid var(--line)' }
    case 'subtle':
    case 'transparent':
      return {
        background: 'transparent',
        hover: 'var(--raised)',
        color: danger ? text : 'var(--muted)',
        border: '1px solid transparent',
      }
    default:
      return {
        background: 'transparent',
        hover: 'var(--raised)',
        color: text,
        border: `1px solid ${danger ? 'var(--danger)' : 'var(--line-strong)'}`,
      }
  }
}

/** What every dialog and drawer shares. */
const DIALOG = {
  // Scrolling is locked by components.css: the kit's own lock writes a style element, which a strict CSP refuses.
  lockScroll: false,
  overlayProps: { backgroundOpacity: 0.6, blur: 3 },
  closeButtonProps: { 'aria-label': t`Close` },
  // The kit's <header> would be a second banner landmark of the page.
  attributes: { header: { role: 'presentation' } },
}

export const theme = createTheme({
  colors: { marker, dark: ink, gray: paper },
  white: '#fffefb',
  black: '#17181a',
  primaryColor: 'marker',
  primaryShade: 5,
  autoContrast: true,
  luminanceThreshold: 0.4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-name)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: 'var(--step--1)', md: 'var(--step-0)', lg: 'var(--step-1)', xl: 'var(--step-2)' },
  radius: { xs: '4px', sm: 'var(--radius-s)', md: 'var(--radius-m)', lg: 'var(--radius-l)', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  variantColorResolver,
  components: {
    // It appears where it stays, so that a quick click hits what it was meant for.
    Modal: {
      defaultProps: {
        ...DIALOG,
        centered: true,
        radius: 'lg',
        padding: 'lg',
        transitionProps: { transition: 'fade', duration: 160 },
      },
    },
    Drawer: { defaultProps: DIALOG },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': t`Show or hide the password` } } },
    Button: { defaultProps: { size: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, radius: 'sm' } },
    Loader: { defaultProps: { type: 'oval', color: 'var(--accent-text)' } },
  },
})

/** Points the kit's own variables at our tokens. The result is written to mantine-variables.css by its test. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--faint)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'color-mix(in srgb, var(--text) 7%, transparent)',
    '--mantine-color-disabled-color': 'var(--faint)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--marker)',
    '--mantine-primary-color-filled-hover': 'var(--marker-hover)',
    '--mantine-primary-color-contrast': 'var(--on-marker)',
  }
  return { variables: {}, light: shared, dark: shared }
}
