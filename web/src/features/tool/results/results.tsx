// Step 3: the table of old and new names, and everything one can do with the results.
import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Rules } from '@/engine/rules'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { coversBottom } from '@/ui/covers'
import { useKeptFocus } from '@/ui/kept-focus'
import { Later } from '@/ui/later'
import { finalNames } from '../model/final-names'
import { useResults } from '../model/results-store'
import { canRetry, isReady, type ResultRow } from '../model/row'
import { Bar, firstControl } from './bar'
import { BetterNotice } from './better/better-notice'
import { readySentence, wentWrong } from './complete-text'
import { Lightbox } from './dialogs/lightbox'
import { RenameDialog } from './dialogs/rename-dialog'
import { KeysDialog } from './dialogs/shortcuts-dialog'
import { DuplicatesNotice } from './duplicates/duplicates-notice'
import { useFindDuplicates } from './duplicates/use-find-duplicates'
import { useEdits } from './edits/use-edits'
import { useMoves } from './edits/use-moves'
import { useSelection } from './edits/use-selection'
import { useDownloads } from './export/use-downloads'
import { canPickFolder, useFolder } from './export/use-folder'
import { LayoutSwitch } from './layout-switch'
import classes from './results.module.css'
import { ResultsBar } from './results-bar'
import { Complete, ResultsHead } from './results-head'
import { ResultsOptions } from './results-options'
import { ReviewArea } from './review-area'
import { SaveMenu } from './save-menu'
import { SelectionBar } from './selection-bar'
import { UndoRedo } from './undo-redo'
import { useLook } from './use-look'
import { useResultsKeys } from './use-results-keys'
import { useShownRows } from './use-shown-rows'

interface ResultsProps {
  rules: Rules
  /** Set while images are taken up again. */
  progress: { percent: number; sentence: string } | null
  /** A line about keeping the results, if there is something to say. */
  saving?: ReactNode
  onBack: () => void
  onReset: () => void
  onRetry: (ids: string[]) => void
}

export function Results({ rules, progress, saving, onBack, onReset, onRetry }: ResultsProps) {
  const busy = progress !== null
  const rows = useResults((state) => state.rows)
  const names = useMemo(() => finalNames(rows, rules), [rows, rules])
  const shown = useShownRows(rows, names, busy)
  const selection = useSelection(shown)
  const { goTo, said, say, ...edits } = useEdits(shown, selection.chosen, busy)
  const moves = useMoves(shown, selection.chosen, rules, busy, say)
  const look = useLook(shown, goTo)
  const [renaming, setRenaming] = useState<readonly ResultRow[] | null>(null)
  const [keysShown, setKeysShown] = useState(false)
  const [compared, setCompared] = useState<string | null>(null)
  const [showWords, setShowWords] = useState(false)
  const { choices, setChoices, zipping, entries, downloadZip, downloadOne } = useDownloads(rules, names)
  const folder = useFolder({ rules, names, entries })
  useFindDuplicates(rows, busy)
  const mayWriteWords = useMayWriteWords(rules)
  const notices = useRef<HTMLDivElement>(null)
  useKeptFocus(notices, firstControl)
  const [closed, setClosed] = useState(false)
  // Another run has another end to tell of.
  if (busy && closed) setClosed(false)
  // The notice above the table offers the same while it is there.
  const offered = useResults((state) => wentWrong(state.summary, state.rows)) && !closed && !busy
  const again = offered ? [] : rows.filter(canRetry).map((row) => row.id)
  useResultsKeys({ ...edits, ...selection, help: () => setKeysShown(true) })
  const { onRemove } = edits
  const { onToggle } = selection
  const { focusOn } = look
  const actions = useMemo(
    () => ({ onOpen: setCompared, onFocus: focusOn, onDownload: downloadOne, onRetry, onRemove, onToggle }),
    [focusOn, downloadOne, onRetry, onRemove, onToggle],
  )
  return (
    <>
      <div className={classes.top}>
        <ResultsHead sentence={progress?.sentence ?? readySentence(rows)} />
        <div ref={coversBottom} className={classes.actions}>
          <Button size="md" variant="default" onClick={onBack} disabled={busy || rows.length === 0}>
            {t`Back to Processing`}
          </Button>
          <Button size="md" onClick={() => void downloadZip(rows)} loading={zipping} disabled={!rows.some(isReady)}>
            {t`Download All as ZIP`}
          </Button>
          {canPickFolder() ? (
            <SaveMenu
              disabled={busy || !rows.some(isReady)}
              busy={folder.busy}
              onSave={() => void folder.save(rows)}
              onRename={() => void folder.rename(rows)}
              onUndo={() => void folder.undo()}
            />
          ) : null}
        </div>
      </div>
      <div ref={notices} className={classes.notices}>
        {progress ? (
          <Progress value={progress.percent} size={4} aria-label={t`Processing`} />
        ) : closed ? null : (
          <Complete onRetry={onRetry} onClose={() => setClosed(true)} />
        )}
        {busy ? null : <DuplicatesNotice rows={rows} onRemove={edits.removeAll} />}
        {busy ? null : <BetterNotice rows={rows} rules={rules} />}
        {saving}
      </div>
      <Bar shown={shown.length} chosen={selection.chosen.length} onAll={selection.all} onNone={selection.none}>
        <UndoRedo busy={busy} onUndo={edits.undo} onRedo={edits.redo} />
        {selection.chosen.length > 0 ? (
          <SelectionBar
            chosen={selection.chosen}
            busy={busy}
            moves={moves}
            onDownload={(some) => void (some.length === 1 && some[0] ? downloadOne(some[0]) : downloadZip(some))}
            onRename={setRenaming}
            onRetry={onRetry}
            onRemove={edits.removeAll}
            onClear={selection.none}
          />
        ) : (
          <ResultsBar
            busy={busy}
            again={again}
            onRetry={onRetry}
            onReplace={() => setRenaming(rows)}
            onKeys={() => setKeysShown(true)}
            looks={<LayoutSwitch look={look.look} onLook={look.onLook} />}
            options={
              <ResultsOptions
                choices={choices}
                onChange={setChoices}
                hasFolders={rows.some((row) => row.folder)}
                mayWriteWords={mayWriteWords}
                showWords={showWords}
                onShowWords={setShowWords}
                onReset={onReset}
              />
            }
          />
        )}
      </Bar>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Later>
        <ReviewArea
          look={look}
          none={rows.length === 0}
          onUndo={edits.undo}
          onReset={onReset}
          rows={shown}
          names={names}
          rules={rules}
          busy={busy}
          showWords={showWords}
          chosen={selection.ids}
          onChoose={selection.choose}
          goTo={goTo}
          moves={moves}
          actions={actions}
        />
      </Later>
      <RenameDialog rows={renaming} onClose={() => setRenaming(null)} rules={rules} />
      <KeysDialog opened={keysShown} onClose={() => setKeysShown(false)} />
      <Lightbox
        rows={shown}
        names={names}
        rules={rules}
        shown={compared}
        onShow={setCompared}
        onClose={() => setCompared(null)}
      />
    </>
  )
}

function useMayWriteWords(rules: Rules): boolean {
  const tier = useSession((session) => session.tier)
  return rules.plans.find((plan) => plan.tier === tier)?.features.customMetadataEditing ?? false
}
