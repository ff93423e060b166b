// Personal API keys as the server keeps them. A secret is in one answer and is never kept here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { NewApiKey } from '@/api/types'

const KEYS = ['api-keys'] as const

export function useKeys(enabled: boolean) {
  return useQuery({ queryKey: KEYS, enabled, queryFn: ({ signal }) => answer(api.GET('/api/v1/keys', { signal })) })
}

export function useCreateKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (key: NewApiKey) => answer(api.POST('/api/v1/keys', { body: key })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEYS }),
  })
}

export function useRevokeKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await answer(api.DELETE('/api/v1/keys/{id}', { params: { path: { id } } }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: KEYS }),
  })
}
