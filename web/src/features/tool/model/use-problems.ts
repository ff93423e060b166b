// What the rules have against the options, by field, as the field itself says it.
import type { ProcessingOptions } from '@/api/types'
import { useRules } from './use-rules'

/** The sentence for a field; null when it is in order. */
export function useProblems(options: ProcessingOptions): (field: keyof ProcessingOptions) => string | null {
  const { optionProblems } = useRules()
  const problems = optionProblems(options)
  return (field) => {
    const message = problems.find((problem) => problem.field === field)?.message
    return message ? sentence(message) : null
  }
}

export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
