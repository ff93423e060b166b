// Above the results when some images are there more than once: all but the best can be left out, or the groups named as series.
import { Button } from '@mantine/core'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { plural, t } from '@/lib/messages'
import { seriesNames } from '../../model/duplicates'
import { useDuplicates } from '../../model/duplicates-store'
import { renameRows } from '../../model/edits'
import type { ResultRow } from '../../model/row'
import { useView } from '../../model/view-store'
import { Notice } from '../../parts/notice'

interface DuplicatesNoticeProps {
  rows: readonly ResultRow[]
  onRemove: (ids: string[]) => void
}

export function DuplicatesNotice({ rows, onRemove }: DuplicatesNoticeProps) {
  const found = useDuplicates((state) => state.found)
  const { view, look } = useView()
  const [closedFor, setClosedFor] = useState(0)
  const ids = rows.flatMap(({ id }) => (found.has(id) ? [id] : []))
  if (ids.length === 0 || ids.length === closedFor) return null
  const kinds = ids.map((id) => found.get(id)?.kind)
  const count = (kind: string) => kinds.filter((other) => other === kind).length
  const shown = view.filter === 'alike'
  return (
    <Notice
      icon={<Copy size={18} aria-hidden />}
      title={plural(ids.length, { one: '# image is like another', other: '# images are like others' })}
      onClose={() => setClosedFor(ids.length)}
    >
      <span>{sentence(count('exact'), count('near'), count('burst'))}</span>
      <Button size="compact-sm" variant="default" title={LEFT_OUT} onClick={() => onRemove(ids)}>
        {t`Keep best`}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => renameRows(seriesNames(rows, found))}>
        {t`Name as series`}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={shown}
        onClick={() => look({ ...view, filter: shown ? 'all' : 'alike' })}
      >
        {t`Show all`}
      </Button>
    </Notice>
  )
}

const LEFT_OUT = t`Leaves the others out of the results. Your files stay, and Undo brings them back.`

function sentence(exact: number, near: number, burst: number): string {
  const same = plural(exact, {
    one: '# image is the same file as another.',
    other: '# images are the same file as another.',
  })
  const alike = plural(near, {
    one: '# image is nearly the same as another.',
    other: '# images are nearly the same as another.',
  })
  const shots = plural(burst, {
    one: '# image is another shot of the same moment.',
    other: '# images are other shots of the same moment.',
  })
  return [exact > 0 ? same : '', near > 0 ? alike : '', burst > 0 ? shots : ''].filter(Boolean).join(' ')
}
