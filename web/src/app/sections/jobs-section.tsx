// Tasks: what is used, what runs, and what has been kept. Without an account there is nothing to keep.
import { Tabs } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { getRouteApi } from '@tanstack/react-router'
import { SignInPrompt } from '@/features/account/pages/sign-in-prompt'
import { useSession } from '@/features/account/session/session'
import { HistoryList } from '@/features/history/history-list'
import { ActiveJobs } from '@/features/jobs/active-jobs'
import { JobList } from '@/features/jobs/job-list'
import { UsageCard } from '@/features/usage/usage-card'
import { t } from '@/lib/messages'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import classes from './section.module.css'
import { useSettingsAgain } from './use-settings-again'

export function JobsSection() {
  const { status } = useSession()
  if (status === 'loading') return <PageSkeleton shape="jobs" />
  return (
    <div className={classes.section}>
      <PageHeading title={t`Tasks`}>
        {status === 'guest' ? null : t`Running and finished batches, and what is left of your plan.`}
      </PageHeading>
      {status === 'guest' ? (
        <SignInPrompt title={t`Keep your batches`}>
          {t`With an account, finished batches are saved here and can be downloaded again. Please sign in to see your processing history.`}
        </SignInPrompt>
      ) : (
        // Here and not in the frame: a question must never be asked before it can be drawn.
        <ModalsProvider>
          <UsageCard />
          <Views />
        </ModalsProvider>
      )}
    </div>
  )
}

const route = getRouteApi('/dashboard/jobs')

function Views() {
  const { view = 'history' } = route.useSearch()
  const navigate = route.useNavigate()
  const useSettings = useSettingsAgain()
  const show = (value: string | null) =>
    void navigate({ search: value === 'tasks' ? { view: 'tasks' } : {}, replace: true })
  return (
    <>
      {view === 'history' ? <ActiveJobs /> : null}
      <Tabs value={view} onChange={show} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value="history">{t`Processing history`}</Tabs.Tab>
          <Tabs.Tab value="tasks">{t`All tasks`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="history">
          <HistoryList onUseSettings={useSettings} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <JobList />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
