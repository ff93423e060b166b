// Templates: saved processing options.

import { useSession } from '@/features/account/session'
import { SignInPrompt } from '@/features/account/sign-in-prompt'
import { EmptyState } from '@/ui/empty-state'
import { LinkButton } from '@/ui/link-button'
import { PageHeading } from '@/ui/page-heading'
import { PageSkeleton } from '@/ui/page-skeleton'
import classes from './section.module.css'

export function TemplatesSection() {
  const { status } = useSession()
  if (status === 'loading') return <PageSkeleton shape="templates" />
  return (
    <div className={classes.section}>
      <PageHeading title="Templates" />
      {status === 'guest' ? (
        <SignInPrompt title="Set it up once">
          Sign in to save your watermark, format and naming options as templates and use them again with one click.
        </SignInPrompt>
      ) : (
        <EmptyState title="No templates yet" actions={<LinkButton to="/dashboard/tools">Open the tools</LinkButton>}>
          <p>
            This is the place for saved options. Saving them is not part of this version yet; your defaults for format,
            quality, prefix and suffix are in the settings.
          </p>
        </EmptyState>
      )}
    </div>
  )
}
