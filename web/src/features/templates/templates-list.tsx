// The templates section: own, ready-made and public ones, found by words. Guests see what is ready-made.
import { Skeleton, Tabs, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Template } from '@/api/types'
import { t } from '@/lib/messages'
import { EmptyState } from '@/ui/empty-state'
import { LinkButton } from '@/ui/link-button'
import { NotLoaded } from '@/ui/not-loaded'
import { EditDialog } from './edit-dialog'
import { LimitBanner } from './limit-banner'
import { TemplateCard } from './template-card'
import { type Kind, matching, useTemplates } from './templates'
import classes from './templates.module.css'

const LABELS: Record<Kind, string> = {
  own: t`My Templates`,
  ready: t`Ready-made`,
  public: t`Public Templates`,
}
const KINDS: readonly Kind[] = ['own', 'ready', 'public']

export function TemplatesList() {
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Template | null>(null)
  const { data } = useTemplates('own')
  return (
    <>
      {data ? <LimitBanner {...data} /> : null}
      <Tabs defaultValue={'own' satisfies Kind} keepMounted={false}>
        <div className={classes.tools}>
          <Tabs.List className={classes.tabs ?? ''}>
            {KINDS.map((kind) => (
              <Tabs.Tab key={kind} value={kind}>
                {LABELS[kind]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <TextInput
            aria-label={t`Search templates`}
            placeholder={t`Search templates`}
            leftSection={<Search size={16} aria-hidden />}
            className={classes.search ?? ''}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        {KINDS.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <Cards kind={kind} search={search} onEdit={setEdited} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <EditDialog template={edited} onClose={() => setEdited(null)} />
    </>
  )
}

/** For guests: nothing here needs an account. */
export function ReadyMadeTemplates() {
  return (
    <section className={classes.ready}>
      <h2>{t`Ready-made templates`}</h2>
      <Cards kind="ready" search="" />
    </section>
  )
}

interface CardsProps {
  kind: Kind
  search: string
  onEdit?: ((template: Template) => void) | undefined
}

function Cards({ kind, search, onEdit }: CardsProps) {
  const { data, isError, refetch } = useTemplates(kind)
  if (!data && isError)
    return (
      <NotLoaded title={t`Failed to load templates`} onRetry={() => void refetch()}>
        {t`Nothing is lost. Check your connection and try again.`}
      </NotLoaded>
    )
  if (!data) return <Skeleton height={200} radius="lg" />
  const found = matching(data.items, search)
  if (found.length === 0) return <None kind={kind} search={search.trim()} />
  return (
    <ul className={classes.cards} aria-label={LABELS[kind]}>
      {found.map((template) => (
        <TemplateCard key={template.id} template={template} onEdit={onEdit} />
      ))}
    </ul>
  )
}

function None({ kind, search }: { kind: Kind; search: string }) {
  if (search)
    return (
      <EmptyState title={t`Nothing found`}>
        <p>{t`No template name or description contains “${search}”.`}</p>
      </EmptyState>
    )
  if (kind === 'public')
    return (
      <EmptyState title={t`No public templates yet`}>
        <p>{t`Make one of your templates public so that everyone can use it.`}</p>
      </EmptyState>
    )
  return (
    <EmptyState title={t`No templates yet`} actions={<LinkButton to="/dashboard/tools">{t`Go to Tools`}</LinkButton>}>
      <p>
        {t`Set up watermark, format and naming in the tool and click Save Template. Then apply them with one click. Or start with one that is ready-made.`}
      </p>
    </EmptyState>
  )
}
