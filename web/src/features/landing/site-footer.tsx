// The foot of every public page.
import { Link } from '@tanstack/react-router'
import { t } from '@/lib/messages'
import { Logo } from '@/ui/logo'
import { Newsletter } from './newsletter'
import classes from './site-footer.module.css'

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.brand}>
        <Logo />
        <p>{t`Images are processed on your device. The copy that is sent for naming is not kept.`}</p>
      </div>
      <nav aria-label={t`Footer`} className={classes.links}>
        <Link to="/" hash="features">
          {t`Features`}
        </Link>
        <Link to="/" hash="how-it-works">
          {t`How it Works`}
        </Link>
        <Link to="/" hash="pricing">
          {t`Pricing`}
        </Link>
        <Link to="/dashboard">{t`Dashboard`}</Link>
        <Link to="/docs/api">{t`API`}</Link>
        <Link to="/terms">{t`Terms of Service`}</Link>
        <Link to="/privacy">{t`Privacy Policy`}</Link>
      </nav>
      <Newsletter />
    </footer>
  )
}
