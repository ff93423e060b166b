// The word mark: a marker stroke with an n and a text cursor.
import { Link } from '@tanstack/react-router'
import { t } from '@/lib/messages'
import classes from './logo.module.css'

export function Logo() {
  return (
    <Link to="/" className={classes.logo} aria-label={t`nomina, home`}>
      <i className={classes.mark} aria-hidden />
      nomina
    </Link>
  )
}
