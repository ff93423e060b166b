// Above the results when some images are there more than once: they can be looked at, or all but one of each removed.
import { Button } from '@mantine/core'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { plural, t } from '@/lib/messages'
import { useDuplicates } from '../../model/duplicates-store'
import type { ResultRow } from '../../model/row'
import { Notice } from '../../parts/notice'

interface DuplicatesNoticeProps {
  rows: readonly ResultRow[]
  onSelect: (ids: string[]) => void
  onRemove: (ids: string[]) => void
}

export function DuplicatesNotice({ rows, onSelect, onRemove }: DuplicatesNoticeProps) {
  const found = useDuplicates((state) => state.found)
  const [closedFor, setClosedFor] = useState(0)
  const ids = rows.flatMap(({ id }) => (found.has(id) ? [id] : []))
  if (ids.length === 0 || ids.length === closedFor) return null
  const exact = ids.filter((id) => found.get(id)?.exact).length
  return (
    <Notice
      icon={<Copy size={18} aria-hidden />}
      title={plural(ids.length, { one: '# duplicate', other: '# duplicates' })}
      onClose={() => setClosedFor(ids.length)}
    >
      <span>{sentence(exact, ids.length - exact)}</span>
      <Button size="compact-sm" variant="default" onClick={() => onSelect(ids)}>
        {t`Select them`}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onRemove(ids)}>
        {t`Keep one of each`}
      </Button>
    </Notice>
  )
}

function sentence(exact: number, near: number): string {
  const same = plural(exact, {
    one: '# image is the same file as another.',
    other: '# images are the same file as another.',
  })
  const alike = plural(near, {
    one: '# image is nearly the same as another.',
    other: '# images are nearly the same as another.',
  })
  return [exact > 0 ? same : '', near > 0 ? alike : ''].filter(Boolean).join(' ')
}
