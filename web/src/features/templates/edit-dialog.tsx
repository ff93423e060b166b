// Renaming and describing a template. What it does is changed in the tool, where it can be seen.
import { Modal } from '@mantine/core'
import type { Template } from '@/api/types'
import { t } from '@/lib/messages'
import { toast } from '@/ui/toasts'
import { TemplateForm } from './template-form'
import { refusalOr, useChangeTemplate } from './templates'
import classes from './templates.module.css'

interface EditDialogProps {
  /** Null closes it. */
  template: Template | null
  onClose: () => void
}

export function EditDialog({ template, onClose }: EditDialogProps) {
  return (
    <Modal opened={template !== null} onClose={onClose} size={520} title={t`Edit Processing Template`}>
      {template ? <EditForm template={template} onClose={onClose} /> : null}
    </Modal>
  )
}

function EditForm({ template, onClose }: { template: Template; onClose: () => void }) {
  const change = useChangeTemplate()
  return (
    <TemplateForm
      start={{ name: template.name, description: template.description ?? null, isPublic: template.isPublic }}
      button={t`Update`}
      saving={change.isPending}
      failure={change.isError ? refusalOr(change.error, t`Failed to update template`) : null}
      onCancel={onClose}
      onSave={(words) =>
        change.mutate(
          // An empty text takes the description away; none at all would leave it.
          { id: template.id, ...words, description: words.description ?? '' },
          {
            onSuccess: () => {
              toast(t`Success`, t`Template updated successfully!`)
              onClose()
            },
          },
        )
      }
    >
      <p className={classes.quiet}>
        {t`To change its options, apply it in the tool, edit them there and save over this template.`}
      </p>
    </TemplateForm>
  )
}
