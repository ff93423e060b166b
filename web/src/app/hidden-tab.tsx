// A run that goes on while the person looks elsewhere: the tab's title tells how far it is and that it is done, and the browser
// says so where that was agreed to and 'Processing notifications' are on.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { queryClient } from '@/api/query-client'
import { preferencesQuery } from '@/features/account/session/preferences'
import { currentSession } from '@/features/account/session/session'
import { percentOf } from '@/features/tool/model/progress'
import { useResults } from '@/features/tool/model/results-store'
import { useRun } from '@/features/tool/model/run-store'
import { completeTitle, outcomeOf, readyText } from '@/features/tool/results/complete-text'
import { allowNotices, notice, noticePermission } from '@/lib/browser-notice'
import { t } from '@/lib/messages'

const OFFER = 'run-notice'

/** The page's own title while ours is in its place. */
let before: string | null = null
/** What the last run came to, until somebody has looked. */
let ended: string | null = null
/** Offered once in the life of a page. */
let offered = false

export function followRuns(): void {
  useRun.subscribe((now, was) => {
    if (was.running && !now.running) end()
    if (document.hidden) writeTitle()
  })
  document.addEventListener('visibilitychange', () => (document.hidden ? writeTitle() : lookedAt()))
}

function writeTitle(): void {
  const { running, progress } = useRun.getState()
  const words = running ? `${percentOf(progress)} %` : ended
  if (!words) return
  before ??= document.title
  document.title = `${words} | Nomina`
}

function lookedAt(): void {
  if (before !== null) document.title = before
  before = null
  ended = null
  if (useRun.getState().running && noticePermission() === 'default' && !offered) offerNotice()
}

function end(): void {
  notifications.hide(OFFER)
  if (!document.hidden) return
  const { rows } = useResults.getState()
  ended = t`Done: ${readyText(rows)}`
  const title = completeTitle({ cancelled: false }, outcomeOf(rows))
  void wantsNotices().then((wanted) => wanted && document.hidden && notice(title, `${ended ?? t`Done`}.`))
}

/** Guests have no settings: that they agreed is enough. */
async function wantsNotices(): Promise<boolean> {
  const { user } = currentSession()
  if (!user) return true
  const preferences = await queryClient.ensureQueryData(preferencesQuery(user.id)).catch(() => null)
  return preferences?.processingNotifications ?? true
}

/** Somebody who leaves during a run and comes back to see how far it is wants to be told. */
function offerNotice(): void {
  offered = true
  const allow = () => void allowNotices().then(() => notifications.hide(OFFER))
  notifications.show({
    id: OFFER,
    title: t`Still processing`,
    message: (
      <>
        <p>{t`You can switch to another tab.`}</p>
        <Button size="sm" variant="default" onClick={allow}>
          {t`Notify me when it is done`}
        </Button>
      </>
    ),
    autoClose: false,
    role: 'status',
    closeButtonProps: { 'aria-label': t`Dismiss` },
  })
}
