// The cards of the settings page. Each shows one part of the draft and reports changes.
import bounds from 'virtual:bounds'
import { Button, SegmentedControl, Select, Slider, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { Preferences } from '@/api/types'
import { PREFERRED_FORMATS } from '@/engine/output-formats'
import { allowNotices, noticePermission } from '@/lib/browser-notice'
import { QUALITY } from '@/lib/quality'
import { Card } from '@/ui/card'
import { ThemeSwitch } from '@/ui/theme-switch'
import classes from './settings-page.module.css'
import type { ChangePreference } from './use-draft'

interface CardProps {
  draft: Preferences
  change: ChangePreference
}

export function SettingsCard({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card className={classes.card}>
      <div>
        <h2>{title}</h2>
        {text ? <p className={classes.quiet}>{text}</p> : null}
      </div>
      {children}
    </Card>
  )
}

export function DefaultsCard({ draft, change }: CardProps) {
  const formatId = useId()
  const qualityId = useId()
  return (
    <SettingsCard
      title="Defaults"
      text="New batches start with these; you can change them for each. The format counts when you convert, the quality when you compress."
    >
      <div className={classes.columns}>
        <div className={classes.field}>
          <span id={formatId} className={classes.label}>
            Default output format
          </span>
          <SegmentedControl
            aria-labelledby={formatId}
            fullWidth
            data={PREFERRED_FORMATS}
            value={draft.defaultOutputFormat}
            onChange={(value) => change('defaultOutputFormat', value)}
          />
        </div>
        <div className={classes.field}>
          <span id={qualityId} className={classes.label}>
            Default quality <output>{draft.defaultQuality} %</output>
          </span>
          <Slider
            {...QUALITY}
            label={null}
            value={draft.defaultQuality}
            onChange={(value) => change('defaultQuality', value)}
            thumbProps={{ 'aria-labelledby': qualityId }}
            className={classes.slider}
          />
        </div>
        <TextInput
          label="Default prefix"
          maxLength={bounds.affix}
          value={draft.defaultPrefix ?? ''}
          onChange={(event) => change('defaultPrefix', event.currentTarget.value || null)}
        />
        <TextInput
          label="Default suffix"
          maxLength={bounds.affix}
          value={draft.defaultSuffix ?? ''}
          onChange={(event) => change('defaultSuffix', event.currentTarget.value || null)}
        />
      </div>
      <Switch
        label="Save finished batches"
        description="They stay in your history with their ZIP. Switched off, nothing of a batch is stored."
        checked={draft.autoSave}
        onChange={(event) => change('autoSave', event.currentTarget.checked)}
      />
    </SettingsCard>
  )
}

export function NotificationsCard({ draft, change }: CardProps) {
  return (
    <SettingsCard title="Notifications" text="Mails about your password and your account always reach you.">
      <Switch
        label="E-mail notifications"
        description="A mail when somebody signs in to your account in a new browser."
        checked={draft.emailNotifications}
        onChange={(event) => change('emailNotifications', event.currentTarget.checked)}
      />
      <Switch
        label="Processing notifications"
        description="A mail when a stored batch is ready or about to expire, and a notice of this browser when a run ends while you look elsewhere."
        checked={draft.processingNotifications}
        onChange={(event) => change('processingNotifications', event.currentTarget.checked)}
      />
      {draft.processingNotifications ? <NoticePermission /> : null}
    </SettingsCard>
  )
}

/** The browser asks only after a press of this button. */
function NoticePermission() {
  const [permission, setPermission] = useState(noticePermission)
  if (permission === 'default') {
    return (
      <Button
        variant="default"
        onClick={() => void allowNotices().then(setPermission)}
        style={{ justifySelf: 'start' }}
      >
        Allow notices in this browser
      </Button>
    )
  }
  const words = {
    granted: 'This browser shows them.',
    denied: 'This browser refuses notices of this site; its own settings can allow them again.',
    impossible: 'This browser has no notices.',
  }
  return <p className={classes.quiet}>{words[permission]}</p>
}

export function RegionCard({ draft, change }: CardProps) {
  const zones = useMemo(() => timeZones(draft.timezone), [draft.timezone])
  return (
    <SettingsCard title="Region" text="Dates and times are shown in this time zone.">
      <div className={classes.columns}>
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage="No such time zone"
          data={zones}
          value={draft.timezone}
          onChange={(value) => value && change('timezone', value)}
        />
        <TextInput label="Language" value="English" readOnly description="The only language for now." />
      </div>
    </SettingsCard>
  )
}

export function AppearanceCard() {
  return (
    <SettingsCard
      title="Appearance"
      text="Light and dark go with your account to every device. System is kept in this browser."
    >
      <ThemeSwitch />
    </SettingsCard>
  )
}

/** The browser's list, with the current value in it even when the browser does not know it. */
function timeZones(current: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return known.includes(current) ? known : [current, ...known]
}
