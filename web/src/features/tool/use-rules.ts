// The rules inside React: a component that asks for them waits under the nearest Suspense boundary.
import { use } from 'react'
import { loadRules, type Rules } from '@/engine/rules'

export function useRules(): Rules {
  return use(loadRules())
}
