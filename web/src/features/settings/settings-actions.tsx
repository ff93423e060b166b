// Save and reset, with their toasts and the question before a reset.
import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { ApiError, type FieldProblem, sentenceOf } from '@/api/problem'
import type { Preferences } from '@/api/types'
import { useResetPreferences, useSavePreferences } from '@/features/account/session/preferences'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import classes from './settings-page.module.css'

export const RESET_QUESTION = t`Are you sure you want to reset all settings to defaults? This action cannot be undone.`

interface SettingsActionsProps {
  draft: Preferences
  dirty: boolean
  /** Throws away what was changed and not saved. */
  onReset: () => void
  /** What the last save was refused for; nothing after one that went through. */
  onRefused: (fields: readonly FieldProblem[]) => void
}

/** Spaces around a prefix or suffix are no part of it. */
function trimmed(draft: Preferences): Preferences {
  const { defaultPrefix, defaultSuffix } = draft
  return { ...draft, defaultPrefix: defaultPrefix?.trim() || null, defaultSuffix: defaultSuffix?.trim() || null }
}

export function SettingsActions({ draft, dirty, onReset, onRefused }: SettingsActionsProps) {
  const save = useSavePreferences()
  const reset = useResetPreferences()
  const onSave = () =>
    save.mutate(trimmed(draft), {
      onSuccess: () => {
        onReset()
        onRefused([])
        toast(t`Settings Saved`, t`Your preferences have been saved.`)
      },
      onError: (error) => {
        onRefused(error instanceof ApiError ? error.fields : [])
        toastError(t`Save Failed`, sentenceOf(error))
      },
    })
  const onAskReset = () =>
    modals.openConfirmModal({
      title: t`Reset settings`,
      children: RESET_QUESTION,
      labels: { confirm: t`Reset to Defaults`, cancel: t`Cancel` },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        reset.mutate(undefined, {
          onSuccess: () => {
            onReset()
            onRefused([])
            toast(t`Settings Reset`, t`All settings are back to their defaults.`)
          },
          onError: (error) => toastError(t`Reset Failed`, sentenceOf(error)),
        }),
    })
  return (
    <div className={classes.actions}>
      <Button onClick={onSave} loading={save.isPending} disabled={!dirty}>
        {t`Save Settings`}
      </Button>
      <Button variant="default" onClick={onAskReset} loading={reset.isPending}>
        {t`Reset to Defaults`}
      </Button>
      {dirty ? <span className={classes.quiet}>{t`You have unsaved changes.`}</span> : null}
    </div>
  )
}
