// How much room for templates the plan leaves. Unlimited plans see nothing.
import { Alert } from '@mantine/core'
import { Info, TriangleAlert } from 'lucide-react'
import type { TemplateList } from '@/api/types'
import { t } from '@/lib/messages'
import { LinkButton } from '@/ui/link-button'
import classes from './templates.module.css'

type Room = Pick<TemplateList, 'used' | 'limit' | 'limitSentence'>

export function isFull({ used, limit }: Room): boolean {
  return limit != null && used >= limit
}

export function LimitBanner(room: Room) {
  const { used, limit } = room
  if (limit == null) return null
  const left = limit - used
  const { title, text } = wordsFor(room, limit)
  return (
    <Alert
      icon={left <= 1 ? <TriangleAlert size={18} aria-hidden /> : <Info size={18} aria-hidden />}
      title={title}
      className={classes.banner ?? ''}
      data-tone={left <= 0 ? 'danger' : left === 1 ? 'warn' : undefined}
    >
      <div className={classes.bannerRow}>
        <p>{text}</p>
        {left <= 0 ? (
          <LinkButton to="/dashboard/billing" variant="default" size="sm">
            {t`Upgrade Plan`}
          </LinkButton>
        ) : null}
      </div>
    </Alert>
  )
}

function wordsFor({ used, limitSentence }: Room, limit: number): { title: string; text: string } {
  if (used >= limit) return { title: t`Template Limit Reached`, text: limitSentence ?? '' }
  if (limit - used === 1)
    return {
      title: t`Template Limit Warning`,
      text: t`You have used ${used} of ${limit} templates. You have one left.`,
    }
  return { title: t`Template Limit Info`, text: t`Your plan includes ${limit} templates. You have used ${used}.` }
}
