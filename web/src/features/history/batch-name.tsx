// A batch's name, editable in its place: click or pencil; Enter or the check saves, Escape or the X cancels (HIST-03).
import bounds from 'virtual:bounds'
import { ActionIcon } from '@mantine/core'
import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '@/api/problem'
import type { Batch } from '@/api/types'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { useRenameBatch } from './history'
import classes from './history.module.css'

export function BatchName({ batch }: { batch: Batch }) {
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    button.current?.focus()
  }
  if (editing) return <NameField batch={batch} onClose={close} />
  return (
    <button
      ref={button}
      type="button"
      className={classes.name}
      aria-label={t`${batch.batchName}. Rename`}
      onClick={() => setEditing(true)}
    >
      {batch.batchName}
      <Pencil size={14} aria-hidden />
    </button>
  )
}

function NameField({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const [text, setText] = useState(batch.batchName)
  const rename = useRenameBatch()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const name = text.trim()
    const wrong = problemWith(name)
    if (wrong) return toastError(t`Error`, wrong)
    if (name === batch.batchName) return onClose()
    try {
      await rename.mutateAsync({ id: batch.id, name })
      toast(t`Success`, t`Batch name updated successfully.`)
      onClose()
    } catch (error) {
      toastError(t`Error`, failure(error))
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <form className={classes.nameForm} onSubmit={(event) => void save(event)}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this name
        autoFocus
        aria-label={t`Batch name`}
        value={text}
        readOnly={rename.isPending}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={keys}
      />
      <ActionIcon type="submit" variant="subtle" size={32} loading={rename.isPending} aria-label={t`Save the name`}>
        <Check size={17} />
      </ActionIcon>
      <ActionIcon variant="subtle" size={32} aria-label={t`Cancel`} onClick={onClose}>
        <X size={17} />
      </ActionIcon>
    </form>
  )
}

function problemWith(name: string): string | null {
  if (name === '') return t`Batch name cannot be empty.`
  return [...name].length > bounds.batchName ? t`Batch name cannot exceed ${bounds.batchName} characters` : null
}

function failure(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 422) return (error as ApiError).message
  return status === 403 || status === 404
    ? t`Failed to update batch name. You may not have permission to edit this batch.`
    : t`Failed to update batch name.`
}
