// A remark above the results with buttons of its own. It can be closed.
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '@/lib/messages'
import classes from './notice.module.css'

interface NoticeProps {
  icon: ReactNode
  title: string
  /** Whether something went wrong. */
  isProblem?: boolean
  onClose: () => void
  children: ReactNode
}

export function Notice({ icon, title, isProblem = false, onClose, children }: NoticeProps) {
  return (
    <Alert
      icon={icon}
      {...(isProblem ? { color: 'orange', role: 'alert' } : { role: 'status' })}
      title={title}
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={onClose}
      classNames={CLASSES}
    >
      {children}
    </Alert>
  )
}

const CLASSES = { root: classes.notice ?? '', body: classes.body ?? '', message: classes.message ?? '' }
