// A quiet box that says which plan opens a part of the options, and leads to the plans.
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { openPlans } from '@/features/account/plans/plans-dialog-store'
import { t } from '@/lib/messages'
import classes from './options.module.css'

export function TierNote({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={classes.tierNote} role="note">
      <Lock size={15} aria-hidden />
      <div>
        {title ? <b>{title}</b> : null}
        <p>{children}</p>
        <button type="button" className={classes.seePlans} onClick={openPlans}>
          {t`See plans`}
        </button>
      </div>
    </div>
  )
}
