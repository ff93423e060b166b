// Any address that leads nowhere. The server answers it with status 404.
import { useEffect } from 'react'
import { t } from '@/lib/messages'
import { ErrorScreen } from '@/ui/error-screen'
import { LinkButton } from '@/ui/link-button'
import { Logo } from '@/ui/logo'
import classes from './bare-page.module.css'
import { titled } from './titles'

export function NotFound() {
  // For a page that finds out late that it is not there; the frame around all pages knows the other cases.
  useEffect(() => {
    document.title = titled(undefined)
  }, [])
  return (
    <main id="main" className={classes.page}>
      <Logo />
      <ErrorScreen
        mark="404"
        title={t`Oops! Page not found`}
        actions={<LinkButton to="/">{t`Return to Home`}</LinkButton>}
      >
        <p>{t`There is no page at this address. It may have moved, or the link may contain a typo.`}</p>
      </ErrorScreen>
    </main>
  )
}
