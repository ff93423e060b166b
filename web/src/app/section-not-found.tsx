// A dashboard address without a section behind it.
import { ErrorScreen } from '@/ui/error-screen'
import { LinkButton } from '@/ui/link-button'

export function SectionNotFound() {
  return (
    <ErrorScreen
      title="Section not found"
      actions={
        <LinkButton to="/dashboard" variant="default">
          Go to the tools
        </LinkButton>
      }
    >
      <p>The dashboard has no section of this name.</p>
    </ErrorScreen>
  )
}
