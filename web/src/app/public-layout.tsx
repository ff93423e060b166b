// The frame of the public pages: header with anchors, footer with the newsletter.
import { Link, Outlet } from '@tanstack/react-router'
import { useSession } from '@/features/account/session'
import { SiteFooter } from '@/features/landing/site-footer'
import { LinkButton } from '@/ui/link-button'
import { Logo } from '@/ui/logo'
import { ThemeToggle } from '@/ui/theme-switch'
import classes from './public-layout.module.css'

const ANCHORS = [
  { hash: 'home', label: 'Home' },
  { hash: 'features', label: 'Features' },
  { hash: 'how-it-works', label: 'How it Works' },
  { hash: 'use-cases', label: 'Use Cases' },
] as const

export function PublicLayout() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo />
        <nav aria-label="Site" className={classes.anchors}>
          {ANCHORS.map(({ hash, label }) => (
            <Link key={hash} to="/" hash={hash} activeOptions={{ exact: true, includeHash: true }}>
              {label}
            </Link>
          ))}
        </nav>
        <HeaderActions />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}

function HeaderActions() {
  const { status } = useSession()
  return (
    <div className={classes.actions} data-pending={status === 'loading' || undefined}>
      <ThemeToggle />
      {status === 'signed-in' ? (
        <LinkButton to="/dashboard" size="sm">
          Dashboard
        </LinkButton>
      ) : (
        <>
          <LinkButton to="/auth" variant="subtle" size="sm" className={classes.signIn}>
            Sign in
          </LinkButton>
          <LinkButton to="/auth" search={{ mode: 'signup' }} size="sm">
            Get Started
          </LinkButton>
        </>
      )}
    </div>
  )
}
