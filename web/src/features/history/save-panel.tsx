// One line above the results: being saved, saved, or not saved and how to try again. The results themselves never wait for it.
import { Button, Progress } from '@mantine/core'
import { CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { longDate } from '@/lib/dates'
import { t } from '@/lib/messages'
import { LinkButton } from '@/ui/link-button'
import classes from './save-panel.module.css'
import { type RunToSave, type Saving, saveAgain, useSaving } from './save-run'

/** `version` is what the ZIP would be now; it tells whether the stored one is still the same. */
export function SavePanel({ version }: { version: string }) {
  const { saving, run } = useSaving()
  if (!run) return null
  return <Line saving={saving} run={run} changed={saving.phase === 'saved' && saving.version !== version} />
}

function Line({ saving, run, changed }: { saving: Saving; run: RunToSave; changed: boolean }) {
  switch (saving.phase) {
    case 'saving':
      return (
        <Panel icon={<CloudUpload size={20} aria-hidden />} text={t`Saving “${run.name}” to your history…`}>
          <Progress
            value={(saving.share ?? 0) * 100}
            size={5}
            className={classes.progress ?? ''}
            aria-label={t`Saving to your history`}
          />
        </Panel>
      )
    case 'saved':
      return (
        <Panel
          icon={<CloudCheck size={20} aria-hidden />}
          text={
            changed
              ? t`Names have changed since the batch was saved.`
              : t`Saved to your history. Kept until ${longDate(saving.expiresAt)}.`
          }
        >
          {changed ? <SaveButton>{t`Save new names`}</SaveButton> : null}
          <LinkButton to="/dashboard/jobs" variant="subtle" size="sm">
            {t`View history`}
          </LinkButton>
        </Panel>
      )
    case 'failed':
      return (
        <Panel
          icon={<CloudOff size={20} aria-hidden />}
          tone="warn"
          text={t`${saving.reason} Your results are still on this screen.`}
        >
          <SaveButton>{t`Try Again`}</SaveButton>
        </Panel>
      )
    case 'waiting':
      return (
        <Panel
          icon={<CloudOff size={20} aria-hidden />}
          text={t`This run was stopped, so it was not saved to your history.`}
        >
          <SaveButton>{t`Save finished images`}</SaveButton>
        </Panel>
      )
    case 'nothing':
      return null
  }
}

function SaveButton({ children }: { children: ReactNode }) {
  return (
    <Button variant="default" size="sm" onClick={() => void saveAgain()}>
      {children}
    </Button>
  )
}

interface PanelProps {
  icon: ReactNode
  text: string
  tone?: 'warn'
  children?: ReactNode
}

function Panel({ icon, text, tone, children }: PanelProps) {
  return (
    <div className={classes.panel} data-tone={tone} role={tone ? 'alert' : 'status'}>
      {icon}
      <p>{text}</p>
      {children}
    </div>
  )
}
