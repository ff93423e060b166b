// Saving the tool's options: as a new template, or into one of one's own.
import { Modal, Select } from '@mantine/core'
import { useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { recipeWords } from '@/engine/recipe-words'
import { t } from '@/lib/messages'
import { toast } from '@/ui/toasts'
import { isFull, LimitBanner } from './limit-banner'
import { TemplateForm, type TemplateWords } from './template-form'
import { refusalOr, useSaveTemplate, useTemplates } from './templates'
import classes from './templates.module.css'

interface SaveDialogProps {
  opened: boolean
  onClose: () => void
  options: ProcessingOptions
}

const NEW = 'new'
const BLANK: TemplateWords = { name: '', description: null, isPublic: false }

export function SaveDialog({ opened, onClose, options }: SaveDialogProps) {
  const [target, setTarget] = useState(NEW)
  const close = () => {
    setTarget(NEW)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={520}
      title={target === NEW ? t`Save Processing Template` : t`Edit Processing Template`}
    >
      <SaveForm target={target} onTarget={setTarget} options={options} onClose={close} />
    </Modal>
  )
}

interface SaveFormProps {
  target: string
  onTarget: (target: string) => void
  options: ProcessingOptions
  onClose: () => void
}

function SaveForm({ target, onTarget, options, onClose }: SaveFormProps) {
  const { data } = useTemplates('own')
  const save = useSaveTemplate()
  const own = data?.items ?? []
  const old = own.find(({ id }) => id === target)
  const room = data ?? { used: 0 }
  const submit = (words: TemplateWords) =>
    save.mutate(
      { ...words, templateData: options, id: old?.id },
      {
        onSuccess: () => {
          toast(t`Success`, old ? t`Template updated successfully!` : t`Template saved successfully!`)
          onClose()
        },
      },
    )
  return (
    <TemplateForm
      key={target}
      start={old ? { name: old.name, description: old.description ?? null, isPublic: old.isPublic } : BLANK}
      button={old ? t`Update` : t`Save`}
      saving={save.isPending}
      full={!old && isFull(room)}
      failure={
        save.isError
          ? refusalOr(save.error, old ? t`Failed to update template` : t`Failed to save template. Please try again.`)
          : null
      }
      onSave={submit}
      onCancel={onClose}
    >
      <p className={classes.quiet}>{[t`All current options`, ...recipeWords(options)].join(' · ')}</p>
      {own.length > 0 ? (
        <Select
          label={t`Save as`}
          allowDeselect={false}
          data={[
            { value: NEW, label: t`New template` },
            ...own.map(({ id, name }) => ({ value: id, label: t`Replace “${name}”` })),
          ]}
          value={target}
          onChange={(value) => onTarget(value ?? NEW)}
        />
      ) : null}
      {old ? null : <LimitBanner {...room} />}
    </TemplateForm>
  )
}
