// Above the results when the quick model of this device was unsure or said little: the larger one can name those images again.
import { Button, Progress } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { useOffline } from '@/lib/offline'
import { useDeviceStore } from '../../device/device-store'
import { BestProgress } from '../../device/device-switch'
import { useModelIsHere } from '../../device/use-model-is-here'
import type { ResultRow } from '../../model/row'
import { couldBeBetter } from '../../model/seen'
import { usePlan } from '../../model/tier'
import { Notice } from '../../parts/notice'
import { cancelNamingAgain, nameAgain, useNamingAgain } from '../../process/name-again'
import classes from './better.module.css'

export function BetterNotice({ rows, rules }: { rows: readonly ResultRow[]; rules: Rules }) {
  const { under, problem } = useNamingAgain()
  const plan = usePlan(rules)
  const { best, bestModel } = useDeviceStore()
  const ready = bestModel.phase === 'ready'
  const here = useModelIsHere(
    useMemo(() => (best ? [best] : []), [best]),
    best !== null,
    ready,
  )
  const [closedFor, setClosedFor] = useState(0)
  const offline = useOffline()
  const ids = rows.flatMap((row) => (row.state === 'done' && couldBeBetter(row) ? [row.id] : []))
  if (under) return <Under done={under.done} total={under.total} />
  if (!best || ids.length === 0 || ids.length === closedFor || (offline && !here)) return null
  return (
    <Notice
      icon={<Sparkles size={18} aria-hidden />}
      title={plural(ids.length, { one: '# name could be better', other: '# names could be better' })}
      isProblem={problem !== null}
      onClose={() => setClosedFor(ids.length)}
    >
      <span>
        {problem ?? t`The quick model was unsure or said little.`} {t`The larger one does not use your allowance.`}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => void nameAgain(rules, plan, ids)}>
        {here ? t`Name them again` : t`Name them again (${Math.round(best.bytes / 1e6)} MB, once)`}
      </Button>
    </Notice>
  )
}

/** The download with its bytes, then one image after another. */
function Under({ done, total }: { done: number; total: number }) {
  const loading = useDeviceStore((state) => state.bestModel.phase === 'loading')
  return (
    <div className={classes.under}>
      {loading ? (
        <BestProgress onCancel={cancelNamingAgain} />
      ) : (
        <>
          <Progress value={(100 * done) / Math.max(1, total)} size={4} aria-label={t`Naming again`} />
          <span role="status">{t`Naming again: ${done} of ${total}`}</span>
          <Button size="compact-sm" variant="default" className={classes.cancel ?? ''} onClick={cancelNamingAgain}>
            {t`Cancel`}
          </Button>
        </>
      )}
    </div>
  )
}
