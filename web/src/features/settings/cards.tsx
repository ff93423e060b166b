// The cards of the settings page. Each shows one part of the draft and reports changes.
import bounds from 'virtual:bounds'
import { Button, SegmentedControl, Select, Slider, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { Language, Preferences } from '@/api/types'
import { PREFERRED_FORMATS } from '@/engine/output-formats'
import { allowNotices, noticePermission } from '@/lib/browser-notice'
import { LANGUAGE_CHOICES } from '@/lib/languages'
import { t } from '@/lib/messages'
import { QUALITY } from '@/lib/quality'
import { Card } from '@/ui/card'
import { Rich } from '@/ui/rich'
import { ThemeSwitch } from '@/ui/theme-switch'
import classes from './settings-page.module.css'
import type { ChangePreference } from './use-draft'

export interface CardProps {
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
      title={t`Defaults`}
      text={t`New batches start with these. The format applies when you convert, the quality when you compress.`}
    >
      <div className={classes.columns}>
        <div className={classes.field}>
          <span id={formatId} className={classes.label}>
            {t`Default output format`}
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
            <Rich
              text={t`Default quality <0>${draft.defaultQuality} %</0>`}
              parts={[(words) => <output>{words}</output>]}
            />
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
          label={t`Default prefix`}
          maxLength={bounds.affix}
          value={draft.defaultPrefix ?? ''}
          onChange={(event) => change('defaultPrefix', event.currentTarget.value || null)}
        />
        <TextInput
          label={t`Default suffix`}
          maxLength={bounds.affix}
          value={draft.defaultSuffix ?? ''}
          onChange={(event) => change('defaultSuffix', event.currentTarget.value || null)}
        />
        <Select
          label={t`Language of names`}
          data={LANGUAGE_CHOICES}
          allowDeselect={false}
          value={draft.defaultLanguage ?? 'en'}
          onChange={(value) => value && change('defaultLanguage', value as Language)}
        />
      </div>
      <Switch
        label={t`Save finished batches`}
        description={t`Finished batches stay in your history with their ZIP. When off, batches are not stored.`}
        checked={draft.autoSave}
        onChange={(event) => change('autoSave', event.currentTarget.checked)}
      />
    </SettingsCard>
  )
}

export function NotificationsCard({ draft, change }: CardProps) {
  return (
    <SettingsCard title={t`Notifications`} text={t`You always get security emails.`}>
      <Switch
        label={t`Email notifications`}
        description={t`An email when someone signs in to your account in a new browser.`}
        checked={draft.emailNotifications}
        onChange={(event) => change('emailNotifications', event.currentTarget.checked)}
      />
      <Switch
        label={t`Processing notifications`}
        description={t`An email when a saved batch is ready or about to expire, and a browser notification when a run ends while you are in another tab.`}
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
        {t`Allow notifications in this browser`}
      </Button>
    )
  }
  const words = {
    granted: t`Notifications are allowed in this browser.`,
    denied: t`This browser blocks notifications from this site. You can allow them in the browser settings.`,
    impossible: t`This browser does not support notifications.`,
  }
  return <p className={classes.quiet}>{words[permission]}</p>
}

export function RegionCard({ draft, change }: CardProps) {
  const zones = useMemo(() => timeZones(draft.timezone), [draft.timezone])
  return (
    <SettingsCard title={t`Region`} text={t`Dates and times are shown in this time zone.`}>
      <div className={classes.columns}>
        <Select
          label={t`Time zone`}
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage={t`No time zone found`}
          data={zones}
          value={draft.timezone}
          onChange={(value) => value && change('timezone', value)}
        />
        <TextInput
          label={t`Language`}
          value="English"
          readOnly
          description={t`English is the only language for now.`}
        />
      </div>
    </SettingsCard>
  )
}

export function AppearanceCard() {
  return (
    <SettingsCard
      title={t`Appearance`}
      text={t`Light and dark apply on all your devices. System applies to this browser only.`}
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
