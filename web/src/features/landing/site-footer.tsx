// The foot of every public page.
import { Link } from '@tanstack/react-router'
import { Logo } from '@/ui/logo'
import { Newsletter } from './newsletter'
import classes from './site-footer.module.css'

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.brand}>
        <Logo />
        <p>Images are processed on your device. The copy that is sent for naming is not kept.</p>
      </div>
      <nav aria-label="Footer" className={classes.links}>
        <Link to="/" hash="features">
          Features
        </Link>
        <Link to="/" hash="how-it-works">
          How it Works
        </Link>
        <Link to="/" hash="pricing">
          Pricing
        </Link>
        <Link to="/dashboard">Dashboard</Link>
        <Link to="/docs/api">API</Link>
        <Link to="/terms">Terms of Service</Link>
        <Link to="/privacy">Privacy Policy</Link>
      </nav>
      <Newsletter />
    </footer>
  )
}
