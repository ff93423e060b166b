// Templates: saved processing options, one's own and everybody's.
import { ModalsProvider } from '@mantine/modals'
import { SignInPrompt } from '@/features/account/pages/sign-in-prompt'
import { useSession } from '@/features/account/session/session'
import { ReadyMadeTemplates, TemplatesList } from '@/features/templates/templates-list'
import { t } from '@/lib/messages'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import classes from './section.module.css'

export function TemplatesSection() {
  const { status } = useSession()
  if (status === 'loading') return <PageSkeleton shape="templates" />
  return (
    <div className={classes.section}>
      <PageHeading title={t`Templates`}>
        {status === 'guest' ? null : t`Save your options once and apply them with one click.`}
      </PageHeading>
      {status === 'guest' ? (
        <>
          <SignInPrompt title={t`Save your options once`}>
            {t`Please log in to access templates. They save your watermark, format and naming options for the next batch.`}
          </SignInPrompt>
          <ReadyMadeTemplates />
        </>
      ) : (
        // Here and not in the frame: a question must never be asked before it can be drawn.
        <ModalsProvider>
          <TemplatesList />
        </ModalsProvider>
      )}
    </div>
  )
}
