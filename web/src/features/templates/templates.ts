// Templates as the server has them: own ones newest first, the ready-made ones, public ones by use. A list that does not come
// within 30 seconds is shown as it was, or empty (CACHE-01).
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api, changes } from '@/api/client'
import { ApiError } from '@/api/problem'
import { queryClient } from '@/api/query-client'
import type { NewTemplate, ProcessingOptions, Template, TemplateList } from '@/api/types'
import { whenSlow } from '@/api/when-slow'
import { useSession } from '@/features/account/session/session'

const KEY = 'templates'
const USE_TIMEOUT_MS = 15_000

/** The lists of the screens. The server's public list begins with what is ready-made. */
export type Kind = 'own' | 'ready' | 'public'

const NOTHING: TemplateList = { items: [], total: 0, used: 0, limit: null }

type Scope = 'own' | 'public'

function templatesQuery(owner: string, scope: Scope, before: () => TemplateList | undefined) {
  return queryOptions({
    queryKey: [KEY, owner, scope],
    queryFn: ({ signal }) =>
      whenSlow(
        answer(api.GET('/api/v1/templates', { params: { query: { scope } }, signal })),
        () => before() ?? NOTHING,
      ),
  })
}

/** Own templates are for people who are signed in; the others are there for guests too. */
export function useTemplates(kind: Kind) {
  const queries = useQueryClient()
  const scope = kind === 'own' ? 'own' : 'public'
  const user = useSession((session) => session.user)
  const owner = user?.id ?? ''
  const before = () => queries.getQueryData<TemplateList>([KEY, owner, scope])
  return useQuery({
    ...templatesQuery(owner, scope, before),
    enabled: kind === 'ready' || user !== null,
    select: SELECTED[kind],
  })
}

const only = (readyMade: boolean) => (list: TemplateList) => ({
  ...list,
  items: list.items.filter((template) => template.isReadyMade === readyMade),
})
const SELECTED = { own: only(false), ready: only(true), public: only(false) }

/** Those with the words in their name or description; no words, all of them. */
export function matching(templates: readonly Template[], search: string): Template[] {
  const words = search.trim().toLowerCase()
  return templates.filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(words))
}

/** Fetches a template for use and counts the use. */
export async function takeTemplate(id: string): Promise<{ name: string; options: Partial<ProcessingOptions> }> {
  const signal = AbortSignal.timeout(USE_TIMEOUT_MS)
  const { template } = await answer(api.POST('/api/v1/templates/{id}/use', { params: { path: { id } }, signal }))
  void queryClient.invalidateQueries({ queryKey: [KEY] })
  return { name: template.name, options: template.templateData }
}

/** Makes a new one, or changes the one with the id. */
export function useSaveTemplate() {
  return useTemplatesChange(({ id, ...body }: NewTemplate & { id?: string | undefined }) =>
    id
      ? answer(api.PUT('/api/v1/templates/{id}', { params: { path: { id } }, body }))
      : answer(api.POST('/api/v1/templates', { body })),
  )
}

interface TemplateFacts {
  name?: string
  description?: string | null
  isPublic?: boolean
}

/** Changes what a template is called and who may see it, not what it does. */
export function useChangeTemplate() {
  return useTemplatesChange(({ id, ...facts }: TemplateFacts & { id: string }) =>
    answer(api.PATCH('/api/v1/templates/{id}', { params: { path: { id } }, body: changes(facts) })),
  )
}

export function useDuplicateTemplate() {
  return useTemplatesChange((id: string) =>
    answer(api.POST('/api/v1/templates/{id}/duplicate', { params: { path: { id } } })),
  )
}

export function useDeleteTemplate() {
  return useTemplatesChange(
    async (id: string) => void (await answer(api.DELETE('/api/v1/templates/{id}', { params: { path: { id } } }))),
  )
}

function useTemplatesChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  })
}

/** The server's sentence where it has one for the person, otherwise ours. */
export function refusalOr(error: unknown, otherwise: string): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return refused ? error.message : otherwise
}
