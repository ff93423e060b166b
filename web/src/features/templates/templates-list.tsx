// The templates section: own and public ones, found by words.
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
import { matching, type Scope, useTemplates } from './templates'
import classes from './templates.module.css'

export function TemplatesList() {
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Template | null>(null)
  const { data } = useTemplates('own')
  return (
    <>
      {data ? <LimitBanner {...data} /> : null}
      <Tabs defaultValue={'own' satisfies Scope} keepMounted={false}>
        <div className={classes.tools}>
          <Tabs.List>
            <Tabs.Tab value="own">{t`My Templates`}</Tabs.Tab>
            <Tabs.Tab value="public">{t`Public Templates`}</Tabs.Tab>
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
        <Tabs.Panel value="own">
          <Cards scope="own" search={search} onEdit={setEdited} />
        </Tabs.Panel>
        <Tabs.Panel value="public">
          <Cards scope="public" search={search} onEdit={setEdited} />
        </Tabs.Panel>
      </Tabs>
      <EditDialog template={edited} onClose={() => setEdited(null)} />
    </>
  )
}

interface CardsProps {
  scope: Scope
  search: string
  onEdit: (template: Template) => void
}

function Cards({ scope, search, onEdit }: CardsProps) {
  const { data, isError, refetch } = useTemplates(scope)
  if (!data && isError)
    return (
      <NotLoaded title={t`Failed to load templates`} onRetry={() => void refetch()}>
        {t`Nothing is lost. Check your connection and try again.`}
      </NotLoaded>
    )
  if (!data) return <Skeleton height={200} radius="lg" />
  const found = matching(data.items, search)
  if (found.length === 0) return <None scope={scope} search={search.trim()} />
  return (
    <ul className={classes.cards} aria-label={scope === 'own' ? t`My Templates` : t`Public Templates`}>
      {found.map((template) => (
        <TemplateCard key={template.id} template={template} onEdit={onEdit} />
      ))}
    </ul>
  )
}

function None({ scope, search }: { scope: Scope; search: string }) {
  if (search)
    return (
      <EmptyState title={t`Nothing found`}>
        <p>{t`No template name or description contains “${search}”.`}</p>
      </EmptyState>
    )
  if (scope === 'public')
    return (
      <EmptyState title={t`No public templates yet`}>
        <p>{t`Make one of your templates public so that everyone can use it.`}</p>
      </EmptyState>
    )
  return (
    <EmptyState title={t`No templates yet`} actions={<LinkButton to="/dashboard/tools">{t`Go to Tools`}</LinkButton>}>
      <p>
        {t`Set up watermark, format and naming in the tool and click Save Template. Then apply them with one click.`}
      </p>
    </EmptyState>
  )
}
