// Choosing a template in the tool: own, ready-made and public ones, with a search box. Applying counts the use.
import { Button, Modal, Skeleton, Tabs, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { ProcessingOptions, Template } from '@/api/types'
import { recipeWords } from '@/engine/recipe-words'
import { t } from '@/lib/messages'
import { NotLoaded } from '@/ui/not-loaded'
import { toast, toastError } from '@/ui/toasts'
import { type Kind, matching, takeTemplate, useTemplates } from './templates'
import classes from './templates.module.css'

interface LoadDialogProps {
  opened: boolean
  onClose: () => void
  /** Gives back what the plan leaves out, as lines. */
  onApply: (options: Partial<ProcessingOptions>) => string[]
}

export function LoadDialog({ opened, onClose, onApply }: LoadDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} size={640} title={t`Select Processing Template`}>
      <Choice onClose={onClose} onApply={onApply} />
    </Modal>
  )
}

function Choice({ onClose, onApply }: Omit<LoadDialogProps, 'opened'>) {
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState<string | null>(null)
  const own = useTemplates('own')
  const ready = useTemplates('ready')
  const open = useTemplates('public')
  const apply = async ({ id, name }: Template) => {
    setBusy(id)
    try {
      const left = onApply((await takeTemplate(id)).options)
      toast(t`Template applied`, [t`Template "${name}" applied successfully!`, ...left].join('\n'))
      onClose()
    } catch {
      toastError(t`Error`, t`Failed to apply template`)
    } finally {
      setBusy(null)
    }
  }
  const list = (query: typeof own) => (
    <Found query={query} search={search} busy={busy} onApply={(template) => void apply(template)} />
  )
  return (
    <Tabs defaultValue={'own' satisfies Kind} keepMounted={false}>
      <Tabs.List grow className={classes.tabs ?? ''}>
        <Tabs.Tab value="own">{t`My Templates (${own.data?.items.length ?? 0})`}</Tabs.Tab>
        <Tabs.Tab value="ready">{t`Ready-made (${ready.data?.items.length ?? 0})`}</Tabs.Tab>
        <Tabs.Tab value="public">{t`Public Templates (${open.data?.items.length ?? 0})`}</Tabs.Tab>
      </Tabs.List>
      <TextInput
        aria-label={t`Search templates`}
        placeholder={t`Search templates`}
        leftSection={<Search size={16} aria-hidden />}
        className={classes.dialogSearch ?? ''}
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Tabs.Panel value="own">{list(own)}</Tabs.Panel>
      <Tabs.Panel value="ready">{list(ready)}</Tabs.Panel>
      <Tabs.Panel value="public">{list(open)}</Tabs.Panel>
    </Tabs>
  )
}

interface FoundProps {
  query: ReturnType<typeof useTemplates>
  search: string
  busy: string | null
  onApply: (template: Template) => void
}

function Found({ query: { data, isError, refetch }, search, busy, onApply }: FoundProps) {
  if (!data && isError)
    return (
      <NotLoaded title={t`Failed to load templates`} onRetry={() => void refetch()}>
        {t`Nothing is lost. Check your connection and try again.`}
      </NotLoaded>
    )
  if (!data) return <Skeleton height={140} radius="md" />
  const found = matching(data.items, search)
  if (found.length === 0)
    return <p className={classes.none}>{search.trim() ? t`No templates found.` : t`No templates yet.`}</p>
  return (
    <ul className={classes.choices}>
      {found.map((template) => (
        <li key={template.id}>
          <div>
            <b>{template.name}</b>
            {template.description ? <p>{template.description}</p> : null}
            <p className={classes.quiet}>{recipeWords(template.templateData).join(' · ')}</p>
          </div>
          <Button
            variant="default"
            size="sm"
            loading={busy === template.id}
            disabled={busy !== null}
            aria-label={t`Apply ${template.name}`}
            onClick={() => onApply(template)}
          >
            {t`Apply`}
          </Button>
        </li>
      ))}
    </ul>
  )
}
