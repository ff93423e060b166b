// A dashboard address without a section behind it.
import { t } from '@/lib/messages'
import { ErrorScreen } from '@/ui/error-screen'
import { LinkButton } from '@/ui/link-button'

export function SectionNotFound() {
  return (
    <ErrorScreen
      title={t`Section not found`}
      actions={
        <LinkButton to="/dashboard" variant="default">
          {t`Go to Tools`}
        </LinkButton>
      }
    >
      <p>{t`The dashboard has no section with this name.`}</p>
    </ErrorScreen>
  )
}
