// What a signed-in person's settings decide on every page: the time zone of dates, and light or dark. Whoever switches the theme
// while signed in changes the setting; 'System' stays a matter of this browser. Draws nothing; loaded when somebody is signed in.
import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { usePreferences, useSavePreferences } from '@/features/account/session/preferences'
import { showTimesIn } from '@/lib/dates'

export function PersonalLook(): null {
  const { data } = usePreferences()
  const { mutate: save } = useSavePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const timezone = data?.timezone
  const dark = data?.darkMode

  useEffect(() => {
    showTimesIn(timezone)
    return () => showTimesIn(undefined)
  }, [timezone])

  const shown = useRef(colorScheme)
  const applied = useRef<boolean | null>(undefined)
  // The setting came or changed: this browser follows, unless it follows its system.
  useEffect(() => {
    if (dark === applied.current) return
    applied.current = dark
    if (typeof dark !== 'boolean' || shown.current === 'auto') return
    shown.current = dark ? 'dark' : 'light'
    setColorScheme(shown.current)
  }, [dark, setColorScheme])
  // The account has no choice yet, and the guest had made one: it is the account's from now on.
  const undecided = data !== undefined && typeof dark !== 'boolean'
  useEffect(() => {
    if (undecided && shown.current === 'light') save({ ...data, darkMode: false })
  }, [undecided, data, save])
  // The person switched the theme here: the setting follows. What the setting itself has just asked for is no switch, and
  // neither is the old theme in the moment before it is drawn.
  const drawn = useRef(colorScheme)
  useEffect(() => {
    if (drawn.current === colorScheme) return
    drawn.current = colorScheme
    if (shown.current === colorScheme) return
    shown.current = colorScheme
    if (!data || colorScheme === 'auto') return
    const wanted = colorScheme === 'dark'
    if (wanted !== data.darkMode) save({ ...data, darkMode: wanted })
  }, [colorScheme, data, save])
  return null
}
