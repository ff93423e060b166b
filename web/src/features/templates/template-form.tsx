// Name and description of a template: required and trimmed, as long as the rules allow.
import bounds from 'virtual:bounds'
import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Banner } from '@/features/account/pages/banner'
import { t } from '@/lib/messages'
import classes from './templates.module.css'

export interface TemplateWords {
  name: string
  /** Null when empty. */
  description: string | null
  isPublic: boolean
}

interface TemplateFormProps {
  start: TemplateWords
  button: string
  saving: boolean
  /** Nothing more can be created. */
  full?: boolean
  failure: string | null
  onSave: (words: TemplateWords) => void
  onCancel: () => void
  children?: ReactNode
}

export function TemplateForm(props: TemplateFormProps) {
  const { start, button, saving, full = false, failure, onSave, onCancel, children } = props
  const [name, setName] = useState(start.name)
  const [description, setDescription] = useState(start.description ?? '')
  const [isPublic, setPublic] = useState(start.isPublic)
  const [touched, setTouched] = useState(false)
  const empty = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (empty || full || saving) return
    onSave({ name: name.trim(), description: description.trim() || null, isPublic })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      {children}
      <TextInput
        label={t`Name`}
        required
        data-autofocus
        autoComplete="off"
        maxLength={bounds.templateName}
        value={name}
        error={touched && empty ? t`Template name is required` : null}
        onBlur={() => setTouched(true)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t`Description`}
        rows={3}
        maxLength={bounds.templateDescription}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Switch
        label={t`Public`}
        description={t`Everyone can find, use and copy it, including its watermark image.`}
        checked={isPublic}
        onChange={(event) => setPublic(event.currentTarget.checked)}
      />
      <div className={classes.formActions}>
        <Button variant="default" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" loading={saving} disabled={empty || full}>
          {button}
        </Button>
      </div>
    </form>
  )
}
