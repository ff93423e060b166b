// Above the results when names are unsure or say little: the models that are here can name those images again.
import { Button, Progress } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { useDeviceStore } from '../../device/device-store'
import { BestProgress } from '../../device/device-switch'
import type { ResultRow } from '../../model/row'
import { couldBeBetter } from '../../model/seen'
import { usePersonOf } from '../../model/tier'
import { Notice } from '../../parts/notice'
import { type BetterModel, useBetterModels } from '../../process/better-models'
import { cancelNamingAgain, nameAgain, useNamingAgain } from '../../process/name-again'
import classes from './better.module.css'

export function BetterNotice({ rows, rules }: { rows: readonly ResultRow[]; rules: Rules }) {
  const { under, problem } = useNamingAgain()
  const person = usePersonOf(rules)
  const models = useBetterModels()
  const [closedFor, setClosedFor] = useState(0)
  const offers = models.map((model) => ({ model, ids: idsFor(model, rows) })).filter(({ ids }) => ids.length > 0)
  const count = Math.max(0, ...offers.map(({ ids }) => ids.length))
  if (under) return <Under done={under.done} total={under.total} />
  if (count === 0 || count === closedFor) return null
  const about = offers.map(({ model }) => model.about).filter(Boolean)
  return (
    <Notice
      icon={<Sparkles size={18} aria-hidden />}
      title={plural(count, { one: '# name could be better', other: '# names could be better' })}
      isProblem={problem !== null}
      onClose={() => setClosedFor(count)}
    >
      <span>{[problem ?? t`The model was unsure or said little.`, ...about].join(' ')}</span>
      <div className={classes.models}>
        {offers.map(({ model, ids }) => (
          <Button
            key={model.id}
            size="compact-sm"
            variant="default"
            onClick={() => void nameAgain({ rules, person, model, ids })}
          >
            {model.label}
          </Button>
        ))}
      </div>
    </Notice>
  )
}

/** A model is not offered its own names. */
function idsFor({ service, onlyAfterQuick }: BetterModel, rows: readonly ResultRow[]): string[] {
  const fits = ({ seen }: ResultRow) => (onlyAfterQuick ? seen.model === 'quick' : seen.service !== service)
  return rows.flatMap((row) => (row.state === 'done' && couldBeBetter(row) && fits(row) ? [row.id] : []))
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
