// Under the name of an image that is there more than once, or is the best of its group.
import { t } from '@/lib/messages'
import type { DuplicateKind } from '../../model/duplicates'
import { useDuplicates } from '../../model/duplicates-store'
import { useResults } from '../../model/results-store'
import classes from './duplicates.module.css'

export function DuplicateMark({ id }: { id: string }) {
  const duplicate = useDuplicates((state) => state.found.get(id))
  const group = useDuplicates((state) => state.groups.get(id))
  const kept = useResults((state) => state.rows.find((row) => row.id === duplicate?.of)?.originalName)
  if (group) return <p className={classes.mark}>{t`Best of ${group.length}`}</p>
  if (!duplicate || kept === undefined) return null
  return <p className={classes.mark}>{sentence(duplicate.kind, kept)}</p>
}

function sentence(kind: DuplicateKind, kept: string): string {
  if (kind === 'burst') return t`Another shot of ${kept}`
  return kind === 'exact' ? t`Same file as ${kept}` : t`Nearly the same as ${kept}`
}
