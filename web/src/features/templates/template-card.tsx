// One template in the section: what it does, how often it is used, and what its reader may do with it.
import { ActionIcon, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Copy, Globe, Link2, Lock, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Template } from '@/api/types'
import { recipeWords } from '@/engine/recipe-words'
import { useSession } from '@/features/account/session/session'
import { longDate } from '@/lib/dates'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { LinkButton } from '@/ui/link-button'
import { Pill } from '@/ui/pill'
import { toast, toastError } from '@/ui/toasts'
import { refusalOr, useChangeTemplate, useDeleteTemplate, useDuplicateTemplate } from './templates'
import classes from './templates.module.css'

interface TemplateCardProps {
  template: Template
  onEdit?: ((template: Template) => void) | undefined
}

export function TemplateCard({ template, onEdit }: TemplateCardProps) {
  const { name, description, templateData, isReadyMade, isPublic } = template
  const words = recipeWords(templateData)
  return (
    <li>
      <Card className={classes.card}>
        <div className={classes.cardHead}>
          <h2>{name}</h2>
          {isReadyMade ? null : <Pill>{isPublic ? t`Public` : t`Private`}</Pill>}
        </div>
        {description ? <p className={classes.description}>{description}</p> : null}
        <p className={classes.quiet}>{words.length > 0 ? words.join(' · ') : t`Default options`}</p>
        {isReadyMade ? null : <Facts template={template} />}
        <div className={classes.cardActions}>
          <LinkButton
            to="/dashboard/tools"
            search={{ template: template.id }}
            variant="default"
            size="sm"
            preload={false}
          >
            {t`Use`}
          </LinkButton>
          <span className={classes.icons}>
            <CardActions template={template} onEdit={onEdit} />
          </span>
        </div>
      </Card>
    </li>
  )
}

function Facts({ template: { usageCount, updatedAt, hasWatermarkImage } }: { template: Template }) {
  return (
    <p className={classes.quiet}>
      {t`${usageCount === 1 ? t`Used once` : t`Used ${usageCount} times`}, changed ${longDate(updatedAt)}${hasWatermarkImage ? t`, with watermark image` : ''}`}
    </p>
  )
}

function CardActions({ template, onEdit }: TemplateCardProps) {
  const signedIn = useSession((session) => session.user !== null)
  const change = useChangeTemplate()
  const duplicate = useDuplicateTemplate()
  const remove = useDeleteTemplate()
  const { id, name, isOwn, isPublic, isReadyMade } = template
  const turn = () =>
    change.mutate(
      { id, isPublic: !isPublic },
      { onError: (error) => toastError(t`Error`, refusalOr(error, t`Failed to update template`)) },
    )
  // A refusal has a reason that the person can do something about.
  const said = (error: unknown) => toastError(t`Error`, refusalOr(error, t`Something went wrong. Please try again.`))
  const askDelete = () =>
    modals.openConfirmModal({
      title: t`Delete this template?`,
      children: t`"${name}" will be deleted permanently. Batches made with it are not affected.`,
      labels: { confirm: t`Delete`, cancel: t`Cancel` },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(id, { onError: said }),
    })
  return (
    <>
      {isOwn ? (
        <>
          <Action label={t`Edit`} name={name} icon={<Pencil size={17} />} onClick={() => onEdit?.(template)} />
          <Action
            label={isPublic ? t`Make private` : t`Make public`}
            name={name}
            icon={isPublic ? <Lock size={17} /> : <Globe size={17} />}
            busy={change.isPending}
            onClick={turn}
          />
        </>
      ) : null}
      {isPublic ? (
        <Action label={t`Copy link`} name={name} icon={<Link2 size={17} />} onClick={() => void copyLink(id)} />
      ) : null}
      {signedIn ? (
        <Action
          label={isReadyMade ? t`Duplicate to edit` : t`Duplicate`}
          name={name}
          icon={<Copy size={17} />}
          busy={duplicate.isPending}
          onClick={() =>
            duplicate.mutate(id, {
              onSuccess: (copy) => toast(t`Template duplicated`, t`"${copy.name}" is in My Templates.`),
              onError: said,
            })
          }
        />
      ) : null}
      {isOwn ? (
        <Action label={t`Delete`} name={name} icon={<Trash2 size={17} />} busy={remove.isPending} onClick={askDelete} />
      ) : null}
    </>
  )
}

interface ActionProps {
  label: string
  name: string
  icon: ReactNode
  busy?: boolean
  onClick: () => void
}

function Action({ label, name, icon, busy = false, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size={36} loading={busy} aria-label={`${label}: ${name}`} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

async function copyLink(id: string): Promise<void> {
  const link = `${window.location.origin}/?template=${id}`
  try {
    await navigator.clipboard.writeText(link)
    toast(t`Link copied`, t`Anyone who opens it gets this template applied.`)
  } catch {
    toastError(t`The link could not be copied`, link)
  }
}
