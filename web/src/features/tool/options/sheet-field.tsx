// A sheet beside the batch: choosing it, and what has no partner on either side.
import { Button, FileButton } from '@mantine/core'
import { plural, t } from '@/lib/messages'
import { useBatch } from '../model/batch-store'
import { useJoinedSheet, useSheet } from '../model/sheet-store'
import { useRules } from '../model/use-rules'
import classes from './options.module.css'

export function SheetField({ disabled }: { disabled: boolean }) {
  const { name, bytes, choose, remove } = useSheet()
  const take = async (file: File | null) => {
    if (file) choose(file.name, new Uint8Array(await file.arrayBuffer()))
  }
  return (
    <div>
      <p className={classes.label}>{t`Sheet (CSV)`}</p>
      <p className={classes.hint}>
        {t`A row for each image, with its old file name or a column n that counts. Columns become tokens, and their texts are told to the model.`}
      </p>
      <div className={classes.sheetButtons}>
        <FileButton accept=".csv,.tsv,.txt,text/csv" disabled={disabled} onChange={take}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default">
              {bytes ? t`Choose another sheet` : t`Choose a sheet`}
            </Button>
          )}
        </FileButton>
        {bytes ? (
          <Button size="compact-sm" variant="subtle" onClick={remove}>
            {t`Remove ${name}`}
          </Button>
        ) : null}
      </div>
      {bytes ? <SheetState name={name} /> : null}
    </div>
  )
}

function SheetState({ name }: { name: string }) {
  const images = useBatch((state) => state.images)
  const { joined, problem } = useJoinedSheet(images, useRules())
  if (problem) return <p role="alert" className={classes.sheetProblem}>{t`${name}: ${problem}`}</p>
  if (!joined) return null
  const without = images.filter((_, at) => joined.cells[at]?.length === 0).map((image) => image.name)
  const found = images.length - without.length
  return (
    <div className={classes.sheetState} role="status">
      <p>
        {t`${name}: ${plural(found, { one: '# image has a row', other: '# images have a row' })}, found by “${joined.key}”.`}
      </p>
      <Missing
        title={plural(joined.unused.length, { one: '# row without an image', other: '# rows without an image' })}
        items={joined.unused.map(({ line, key }) => t`Row ${line}: ${key}`)}
      />
      <Missing
        title={plural(without.length, { one: '# image without a row', other: '# images without a row' })}
        items={without}
      />
    </div>
  )
}

const SHOWN = 50

function Missing({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  const more = items.length - SHOWN
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {[...new Set(items)].slice(0, SHOWN).map((item) => (
          <li key={item}>{item}</li>
        ))}
        {more > 0 ? <li>{t`and ${more} more`}</li> : null}
      </ul>
    </details>
  )
}
