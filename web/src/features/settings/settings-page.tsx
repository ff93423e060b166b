// Settings: defaults for new batches, notifications, region, appearance, and the danger zone.
import { Button } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { useState } from 'react'
import type { FieldProblem } from '@/api/problem'
import type { Preferences } from '@/api/types'
import { Guard } from '@/features/account/pages/guard'
import { LeaveGuard } from '@/features/account/pages/leave-guard'
import { usePreferences } from '@/features/account/session/preferences'
import { t } from '@/lib/messages'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import { ApiKeys } from './api-keys'
import { AppearanceCard, DefaultsCard, NotificationsCard, RegionCard } from './cards'
import { DangerZone } from './danger-zone'
import { OwnWordsCard } from './own-words-card'
import { SettingsActions } from './settings-actions'
import classes from './settings-page.module.css'
import { type ChangePreference, useDraft } from './use-draft'
import { YourData } from './your-data'

export function SettingsPage() {
  return (
    <Guard>
      {/* Here and not in the frame: a question must never be asked before it can be drawn. */}
      <ModalsProvider>
        <Settings />
      </ModalsProvider>
    </Guard>
  )
}

function Settings() {
  const { data, isPending, refetch } = usePreferences()
  if (isPending) return <PageSkeleton shape="settings" />
  return (
    <div className={classes.page}>
      <PageHeading title={t`Settings`}>{t`Defaults for new batches, notifications and your data.`}</PageHeading>
      {data ? <PreferencesForm saved={data} /> : <NotLoaded onRetry={() => void refetch()} />}
      <AppearanceCard />
      {data ? <YourData preferences={data} /> : null}
      <ApiKeys />
      <DangerZone />
    </div>
  )
}

function PreferencesForm({ saved }: { saved: Preferences }) {
  const { draft, change: keep, dirty, restart } = useDraft(saved)
  const [refused, setRefused] = useState<readonly FieldProblem[]>([])
  const problems = Object.fromEntries(refused.map(({ field, message }) => [field, message]))
  const change: ChangePreference = (key, value) => {
    setRefused(refused.filter(({ field }) => field !== key))
    keep(key, value)
  }
  return (
    <>
      <DefaultsCard draft={draft} change={change} />
      <OwnWordsCard draft={draft} change={change} problems={problems} />
      <NotificationsCard draft={draft} change={change} />
      <RegionCard draft={draft} change={change} />
      <SettingsActions draft={draft} dirty={dirty} onReset={restart} onRefused={setRefused} />
      <LeaveGuard dirty={dirty} onLeave={restart} />
    </>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      title={t`Your settings could not be loaded`}
      actions={<Button onClick={onRetry}>{t`Try Again`}</Button>}
    >
      <p>{t`Nothing is lost. Check your connection and try again.`}</p>
    </EmptyState>
  )
}
