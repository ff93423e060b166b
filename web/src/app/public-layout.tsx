// The frame of the public pages: header with anchors, footer with the newsletter.
import { useWindowEvent } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '@/features/account/session/session'
import { SiteFooter } from '@/features/landing/site-footer'
import { t } from '@/lib/messages'
import { coversTop } from '@/ui/covers'
import { LinkButton } from '@/ui/link-button'
import { Logo } from '@/ui/logo'
import { ThemeToggle } from '@/ui/theme-switch'
import classes from './public-layout.module.css'

const ANCHORS = [
  { hash: 'home', label: t`Home` },
  { hash: 'features', label: t`Features` },
  { hash: 'how-it-works', label: t`How it Works` },
  { hash: 'use-cases', label: t`Use Cases` },
] as const

export function PublicLayout() {
  return (
    <div className={classes.page}>
      <SiteHeader />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}

/** On small screens the anchors and Sign in are behind a button; it is one list of links in both cases. */
function SiteHeader() {
  const [open, setOpen] = useState(false)
  const { status } = useSession()
  const close = () => setOpen(false)
  useWindowEvent('keydown', (event) => event.key === 'Escape' && close())
  return (
    <header ref={coversTop} className={classes.header}>
      <Logo />
      <nav aria-label={t`Site`} id="site-menu" className={classes.anchors} data-open={open || undefined}>
        {ANCHORS.map(({ hash, label }) => (
          <Link key={hash} to="/" hash={hash} onClick={close} activeOptions={{ exact: true, includeHash: true }}>
            {label}
          </Link>
        ))}
        {status === 'signed-in' ? null : (
          <Link to="/auth" onClick={close} className={classes.menuOnly}>
            {t`Sign in`}
          </Link>
        )}
      </nav>
      <HeaderActions />
      <button
        type="button"
        className={classes.menuButton}
        aria-label={open ? t`Close the menu` : t`Open the menu`}
        aria-expanded={open}
        aria-controls="site-menu"
        onClick={() => setOpen(!open)}
      >
        {open ? <X size={20} aria-hidden /> : <Menu size={20} aria-hidden />}
      </button>
    </header>
  )
}

function HeaderActions() {
  const { status } = useSession()
  return (
    <div className={classes.actions} data-pending={status === 'loading' || undefined}>
      <ThemeToggle />
      {status === 'signed-in' ? (
        <LinkButton to="/dashboard" size="sm">
          {t`Dashboard`}
        </LinkButton>
      ) : (
        <>
          <LinkButton to="/auth" variant="subtle" size="sm" className={classes.signIn}>
            {t`Sign in`}
          </LinkButton>
          <LinkButton to="/auth" search={{ mode: 'signup' }} size="sm">
            {t`Get Started`}
          </LinkButton>
        </>
      )}
    </div>
  )
}
