// The word mark: a marker stroke with an n and a text cursor.
import { Link } from '@tanstack/react-router'
import classes from './logo.module.css'

export function Logo() {
  return (
    <Link to="/" className={classes.logo} aria-label="nomina, home">
      <i className={classes.mark} aria-hidden />
      nomina
    </Link>
  )
}
