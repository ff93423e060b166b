// A result in full, with a slider between before and after, and its name to decide about. A batch can be reviewed here from the
// keyboard: J and K go from image to image, U to the next unsure one, A takes the next suggestion.
import { ActionIcon, Button, Modal } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { changeText, sizeText } from '@/lib/sizes'
import { NewName } from '@/ui/name'
import { Rich } from '@/ui/rich'
import { takeNextSuggestion } from '../../model/edits'
import { type FinalName, keptItsName } from '../../model/final-names'
import { isReady, type ResultRow } from '../../model/row'
import { percentSure } from '../../model/seen'
import { BeforeAfter } from '../../parts/before-after'
import { nextUnsure } from '../focus/next-unsure'
import { FocusPanel } from './focus-panel'
import classes from './lightbox.module.css'

interface LightboxProps {
  rows: ResultRow[]
  names: ReadonlyMap<string, FinalName>
  rules: Rules
  shown: string | null
  onShow: (id: string) => void
  onClose: () => void
}

export function Lightbox({ rows, names, rules, shown, onShow, onClose }: LightboxProps) {
  const ready = rows.filter(isReady)
  const at = ready.findIndex((row) => row.id === shown)
  const row = ready[at]
  const go = (by: number) => {
    const next = ready[at + by]
    if (next) onShow(next.id)
  }
  const unsure = nextUnsure(ready, at)
  const acts: Record<Act, () => void> = {
    next: () => go(1),
    previous: () => go(-1),
    unsure: () => unsure && onShow(unsure.id),
    another: () => row && takeNextSuggestion(row),
  }
  const keys = (event: KeyboardEvent) => {
    const act = actOf(event)
    if (!act) return
    event.preventDefault()
    acts[act]()
  }
  return (
    <Modal
      opened={row !== undefined}
      onClose={onClose}
      size="min(1200px, 94vw)"
      title={
        row ? (
          <span className={classes.name}>
            <Name row={row} final={names.get(row.id)} />
          </span>
        ) : null
      }
      closeButtonProps={{ 'aria-label': t`Close` }}
      onKeyDown={keys}
    >
      {row ? (
        <>
          <BeforeAfter key={row.id} before={row.originalFile} after={row.output} />
          <FocusPanel row={row} final={names.get(row.id)} rules={rules} />
          <div className={classes.foot}>
            <ActionIcon
              variant="default"
              size={40}
              aria-label={t`Previous image`}
              disabled={at === 0}
              onClick={() => go(-1)}
            >
              <ChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <span className={classes.sizes}>
              <Rich
                text={t`Before ${sizeText(row.originalFile.size)} · After ${sizeText(row.output.size)} <0>${changeText(row.originalFile.size, row.output.size)}</0> · <1></1>${at + 1} of ${ready.length}`}
                parts={[(words) => <b>{words}</b>, () => <SureText row={row} />]}
              />
            </span>
            {unsure ? (
              <Button size="sm" variant="default" aria-keyshortcuts="U" onClick={acts.unsure}>
                {t`Next unsure`}
              </Button>
            ) : null}
            <ActionIcon
              variant="default"
              size={40}
              aria-label={t`Next image`}
              disabled={at === ready.length - 1}
              onClick={() => go(1)}
            >
              <ChevronRight size={18} aria-hidden />
            </ActionIcon>
          </div>
        </>
      ) : null}
    </Modal>
  )
}

type Act = 'next' | 'previous' | 'unsure' | 'another'

const ACTS: Record<string, Act> = {
  j: 'next',
  PageDown: 'next',
  k: 'previous',
  PageUp: 'previous',
  u: 'unsure',
  a: 'another',
}

/** Fields keep their keys: the name's editor lets none of them through. */
function actOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): Act | undefined {
  if (ctrlKey || metaKey) return undefined
  if (altKey) return key === 'ArrowRight' ? 'next' : key === 'ArrowLeft' ? 'previous' : undefined
  return ACTS[key.length === 1 ? key.toLowerCase() : key]
}

/** How sure the model was, where it says so. */
function SureText({ row }: { row: ResultRow }) {
  const percent = percentSure(row)
  return percent === null ? null : <>{t`Name ${percent} % sure ·`} </>
}

function Name({ row, final }: { row: ResultRow; final: FinalName | undefined }) {
  if (!final || keptItsName(row, final)) return <>{row.originalName}</>
  return <NewName>{final.name}</NewName>
}
