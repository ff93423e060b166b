// Under the name of an image that is there more than once.
import { t } from '@/lib/messages'
import { useDuplicates } from '../../model/duplicates-store'
import { useResults } from '../../model/results-store'
import classes from './duplicates.module.css'

export function DuplicateMark({ id }: { id: string }) {
  const duplicate = useDuplicates((state) => state.found.get(id))
  const kept = useResults((state) => state.rows.find((row) => row.id === duplicate?.of)?.originalName)
  if (!duplicate || kept === undefined) return null
  return <p className={classes.mark}>{duplicate.exact ? t`Same file as ${kept}` : t`Nearly the same as ${kept}`}</p>
}
