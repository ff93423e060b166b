// Templates: saved processing options, one's own and everybody's.
import { ModalsProvider } from '@mantine/modals'
import { SignInPrompt } from '@/features/account/pages/sign-in-prompt'
import { useSession } from '@/features/account/session/session'
import { TemplatesList } from '@/features/templates/templates-list'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import classes from './section.module.css'

export function TemplatesSection() {
  const { status } = useSession()
  if (status === 'loading') return <PageSkeleton shape="templates" />
  return (
    <div className={classes.section}>
      <PageHeading title="Templates">
        {status === 'guest' ? null : 'Options that you set up once and use again with one click.'}
      </PageHeading>
      {status === 'guest' ? (
        <SignInPrompt title="Set it up once">
          Please log in to access templates. They keep your watermark, format and naming options for the next batch.
        </SignInPrompt>
      ) : (
        // Here and not in the frame: a question must never be asked before it can be drawn.
        <ModalsProvider>
          <TemplatesList />
        </ModalsProvider>
      )}
    </div>
  )
}
