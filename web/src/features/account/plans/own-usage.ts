// How many names of the plan whoever is here has used, guests included. Shared by the tool and the usage card.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import { useSession } from '../session/session'

function usageQuery(owner: string) {
  return queryOptions({
    queryKey: ['usage', owner],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/usage', { signal })),
  })
}

/** The counts of whoever is here; guests have one as well. */
export function useUsage() {
  const { status, user } = useSession()
  return useQuery({ ...usageQuery(user?.id ?? 'guest'), enabled: status !== 'loading' })
}
