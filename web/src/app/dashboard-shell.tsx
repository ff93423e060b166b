// The dashboard's frame: sidebar, and on small screens a bar with a slide-in menu. It never forces a sign-in.
import { Burger, Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { openAuthDialog } from '@/features/account/pages/auth-dialog-store'
import { initialsOf, UserAvatar } from '@/features/account/pages/user-avatar'
import { useSession } from '@/features/account/session/session'
import { signOut } from '@/features/account/session/sign-out'
import { UsageChip } from '@/features/usage/usage-chip'
import { t } from '@/lib/messages'
import { coversTop } from '@/ui/covers'
import { Logo } from '@/ui/logo'
import { ThemeSwitch, ThemeToggle } from '@/ui/theme-switch'
import classes from './dashboard-shell.module.css'
import { useLiveUpdates } from './live-updates'
import { SECTIONS } from './sections'

export function DashboardShell() {
  const [menu, { toggle, close }] = useDisclosure(false)
  useLiveUpdates()
  return (
    <div className={classes.shell}>
      <aside className={classes.sidebar}>
        <Logo />
        <SectionLinks />
        <UsageChip />
        <SidebarFoot />
      </aside>
      <header ref={coversTop} className={classes.bar}>
        <Burger opened={menu} onClick={toggle} size="sm" aria-label={menu ? t`Close the menu` : t`Open the menu`} />
        <Logo />
        <span className={classes.barEnd}>
          <ThemeToggle />
          <PersonButton />
        </span>
      </header>
      <Drawer
        opened={menu}
        onClose={close}
        size={280}
        title={<Logo />}
        closeButtonProps={{ 'aria-label': t`Close the menu` }}
      >
        <div className={classes.drawer}>
          <SectionLinks onGo={close} />
          <UsageChip />
          <SidebarFoot />
        </div>
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function SectionLinks({ onGo }: { onGo?: () => void }) {
  // /dashboard shows the tools as well.
  const here = useLocation({
    select: ({ pathname }) => (/^\/dashboard\/?$/.test(pathname) ? '/dashboard/tools' : pathname),
  })
  return (
    <nav aria-label={t`Dashboard`} className={classes.links}>
      {SECTIONS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={classes.link}
          data-here={here === to || undefined}
          {...(onGo ? { onClick: onGo } : {})}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function SidebarFoot() {
  const { status, user } = useSession()
  return (
    <div className={classes.foot}>
      <ThemeSwitch />
      {status === 'signed-in' && user ? (
        <>
          <Link to="/dashboard/profile" className={classes.person}>
            <UserAvatar user={user} size={34} />
            <span className={classes.personText}>
              <b>{user.fullName || user.email}</b>
              <small>{user.email}</small>
            </span>
          </Link>
          <Button variant="default" size="sm" fullWidth onClick={() => void signOut()}>
            {t`Logout`}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="sm"
          fullWidth
          loading={status === 'loading'}
          onClick={() => openAuthDialog('login')}
        >
          {t`Sign In`}
        </Button>
      )}
    </div>
  )
}

function PersonButton() {
  const { status, user } = useSession()
  if (status === 'signed-in' && user) {
    return (
      <Link
        to="/dashboard/profile"
        aria-label={t`${initialsOf(user.fullName || user.email)}, profile`}
        className={classes.avatarLink}
      >
        <UserAvatar user={user} size={34} />
      </Link>
    )
  }
  return (
    <Button variant="default" size="sm" loading={status === 'loading'} onClick={() => openAuthDialog('login')}>
      {t`Sign In`}
    </Button>
  )
}
