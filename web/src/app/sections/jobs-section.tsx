// Tasks: the batches a person has processed.

import { useSession } from '@/features/account/session'
import { SignInPrompt } from '@/features/account/sign-in-prompt'
import { EmptyState } from '@/ui/empty-state'
import { LinkButton } from '@/ui/link-button'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import classes from './section.module.css'

export function JobsSection() {
  const { status } = useSession()
  if (status === 'loading') return <PageSkeleton shape="jobs" />
  return (
    <div className={classes.section}>
      <PageHeading title="Tasks" />
      {status === 'guest' ? (
        <SignInPrompt title="Your batches, kept for you">
          With an account, finished batches stay here for a while and can be downloaded again.
        </SignInPrompt>
      ) : (
        <EmptyState title="Nothing here yet" actions={<LinkButton to="/dashboard/tools">Open the tools</LinkButton>}>
          <p>
            This is the place for saved batches. Saving them is not part of this version yet: download results from the
            tool when they are ready.
          </p>
        </EmptyState>
      )}
    </div>
  )
}
