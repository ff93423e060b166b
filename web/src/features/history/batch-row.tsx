// One stored batch: its images, its name, how long it stays, and what can be done with it.
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { ChevronDown, Download, Images, RotateCcw, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { Batch } from '@/api/types'
import { recipeWords } from '@/engine/recipe-words'
import { dateAndTime, longDate } from '@/lib/dates'
import { t } from '@/lib/messages'
import { sizeText } from '@/lib/sizes'
import { Pill } from '@/ui/pill'
import { toastError } from '@/ui/toasts'
import { BatchFiles } from './batch-files'
import { BatchName } from './batch-name'
import { useDownload } from './download'
import { badgeOf, useDeleteBatch } from './history'
import classes from './history.module.css'

interface BatchRowProps {
  batch: Batch
  /** Takes the batch's settings to the tool. */
  onUseSettings: (batch: Batch) => Promise<void>
}

export function BatchRow({ batch, onUseSettings }: BatchRowProps) {
  const [open, setOpen] = useState(false)
  const list = useId()
  const { label, dot } = badgeOf(batch, Date.now())
  return (
    <li className={classes.row}>
      <Thumbnails sources={batch.thumbnails} />
      <div className={classes.what}>
        <BatchName batch={batch} />
        <span className={classes.facts}>{factsOf(batch)}</span>
        <span className={classes.recipe}>{recipeWords(batch.processingOptions ?? {}).join(' · ')}</span>
        <Button
          variant="subtle"
          size="xs"
          className={classes.more ?? ''}
          aria-expanded={open}
          aria-controls={list}
          rightSection={<ChevronDown size={14} aria-hidden data-turned={open || undefined} />}
          onClick={() => setOpen(!open)}
        >
          {open ? t`Hide the files` : t`Show the files`}
        </Button>
      </div>
      <Pill dot={dot}>{label}</Pill>
      <Actions batch={batch} onUseSettings={onUseSettings} />
      <div id={list} className={classes.files}>
        {open ? <BatchFiles id={batch.id} /> : null}
      </div>
    </li>
  )
}

function Thumbnails({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) {
    return (
      <span className={classes.noThumbs} aria-hidden>
        <Images size={22} />
      </span>
    )
  }
  return (
    <span className={classes.thumbs} data-count={Math.min(4, sources.length)} aria-hidden>
      {sources.slice(0, 4).map((source) => (
        <img key={source} src={source} alt="" />
      ))}
    </span>
  )
}

function Actions({ batch, onUseSettings }: BatchRowProps) {
  const download = useDownload()
  const remove = useDeleteBatch()
  const [taking, setTaking] = useState(false)
  const take = () => {
    setTaking(true)
    onUseSettings(batch)
      .catch((error) => toastError(t`Error`, sentenceOf(error)))
      .finally(() => setTaking(false))
  }
  const ask = () =>
    modals.openConfirmModal({
      title: t`Delete this batch?`,
      children: t`"${batch.batchName}" and its stored ZIP will be deleted permanently. Files you have downloaded are not affected.`,
      labels: { confirm: t`Delete`, cancel: t`Cancel` },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(batch.id, { onError: (error) => toastError(t`Delete Failed`, sentenceOf(error)) }),
    })
  return (
    <span className={classes.actions}>
      <Button
        variant="default"
        size="sm"
        leftSection={<Download size={16} aria-hidden />}
        disabled={!batch.isDownloadable}
        loading={download.isPending}
        aria-label={t`Download ${batch.batchName}`}
        onClick={() => download.mutate(batch)}
      >
        {t`Download`}
      </Button>
      {batch.processingOptions ? (
        <Tooltip label={t`Use these settings again`}>
          <ActionIcon
            variant="subtle"
            size={36}
            loading={taking}
            aria-label={t`Use these settings again: ${batch.batchName}`}
            onClick={take}
          >
            <RotateCcw size={18} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Tooltip label={t`Delete`}>
        <ActionIcon
          variant="subtle"
          size={36}
          loading={remove.isPending}
          aria-label={t`Delete ${batch.batchName}`}
          onClick={ask}
        >
          <Trash2 size={18} />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

function factsOf(batch: Batch): string {
  const files = t`${batch.processedCount} of ${batch.fileCount} files`
  const size = batch.zipFileSize ? `, ${sizeText(batch.zipFileSize)}` : ''
  const until = batch.isDownloadable ? t`, kept until ${longDate(batch.expiresAt)}` : ''
  return `${dateAndTime(batch.createdAt)}, ${files}${size}${until}`
}
