// Light, dark or system. `ThemeSwitch` shows all three, `ThemeToggle` flips between two where there is little room.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { t } from '@/lib/messages'
import unseen from './hidden.module.css'
import classes from './theme-switch.module.css'

const CHOICES = [
  { value: 'light', label: t`Light`, Icon: Sun },
  { value: 'dark', label: t`Dark`, Icon: Moon },
  { value: 'auto', label: t`System`, Icon: Monitor },
] as const

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = useId()
  return (
    <fieldset className={classes.switch}>
      <legend className={unseen.hidden}>{t`Theme`}</legend>
      {CHOICES.map(({ value, label, Icon }) => (
        <label key={value} className={classes.choice} title={label}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
            aria-label={label}
          />
          <Icon size={15} aria-hidden />
        </label>
      ))}
    </fieldset>
  )
}

export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('dark')
  // The build draws the page in the dark theme: the words follow a moment later, the icon is chosen by the style sheet.
  const dark = !useMounted() || scheme === 'dark'
  const label = dark ? t`Switch to the light theme` : t`Switch to the dark theme`
  return (
    <ActionIcon
      variant="subtle"
      size={38}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Sun size={18} aria-hidden className="mantine-light-hidden" />
      <Moon size={18} aria-hidden className="mantine-dark-hidden" />
    </ActionIcon>
  )
}
