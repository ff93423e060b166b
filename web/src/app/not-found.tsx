// Any address that leads nowhere. The server answers it with status 404.
import { ErrorScreen } from '@/ui/error-screen'
import { LinkButton } from '@/ui/link-button'
import { Logo } from '@/ui/logo'
import classes from './bare-page.module.css'

export function NotFound() {
  return (
    <main id="main" className={classes.page}>
      <Logo />
      <ErrorScreen mark="404" title="Oops! Page not found" actions={<LinkButton to="/">Return to Home</LinkButton>}>
        <p>There is nothing at this address. It may have moved, or the link has a typing mistake.</p>
      </ErrorScreen>
    </main>
  )
}
