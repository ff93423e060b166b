// The pattern of a name: tokens to click, and underneath what the first image would be called.
import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { t } from '@/lib/messages'
import { NewName } from '@/ui/name'
import { Rich } from '@/ui/rich'
import { useBatch } from '../model/batch-store'
import { partsOf } from '../model/composed-name'
import type { BatchImage } from '../model/image'
import { asksForPlace, preparePlaces, usePlaces } from '../model/scene'
import { useJoinedSheet } from '../model/sheet-store'
import { useProblems } from '../model/use-problems'
import { useRecipe } from '../model/use-recipe'
import { useRules } from '../model/use-rules'
import classes from './options.module.css'

const TOKENS: [string, string][] = [
  ['{name}', t`The suggested name`],
  ['{subject}', t`What the image shows, in a word or two`],
  ['{original}', t`The old name, cleaned`],
  ['{folder}', t`The folder it came from`],
  ['{date}', t`Date taken; {date:DD.MM.YYYY} writes it in another form`],
  ['{year}', t`Year taken; {year}/{month}/{name} makes folders`],
  ['{month}', t`Month taken`],
  ['{time}', t`Time taken`],
  ['{camera}', t`Camera`],
  ['{city}', t`City of the coordinates, where one is near`],
  ['{country}', t`Country of the city`],
  ['{place}', t`City and country; coordinates where no city is near`],
  ['{people}', t`People whom the metadata names`],
  ['{n}', t`Number in the batch; {n:4} pads it to four digits`],
]

/** The columns of a sheet as tokens. */
function columnTokens(columns: readonly string[]): [string, string][] {
  const token = (column: string) => (column.toLowerCase() === 'sku' ? '{sku}' : `{column:${column}}`)
  return [...new Set(columns)].map((column) => [token(column), t`Column “${column}” of the sheet`])
}

/** Stand in for the words that no model has found yet. */
const EXAMPLE_WORDS = ['beagle-dog-on-grass', 'red-bicycle-at-wall', 'lighthouse-at-dusk']

export function NamePattern({ disabled }: { disabled: boolean }) {
  const { options, change } = useRecipe()
  const problemOf = useProblems(options)
  const images = useBatch((state) => state.images)
  const { joined } = useJoinedSheet(images, useRules())
  const input = useRef<HTMLInputElement>(null)
  const insert = (token: string) => {
    const pattern = options.namePattern
    const at = input.current?.selectionStart ?? pattern.length
    const before = pattern.slice(0, at)
    const glue = before && !/[-_ /]$/.test(before) ? '-' : ''
    change({ namePattern: before + glue + token + pattern.slice(at) })
    input.current?.focus()
  }
  return (
    <div>
      <TextInput
        ref={input}
        label={t`Name pattern`}
        placeholder="{name}"
        disabled={disabled}
        spellCheck={false}
        value={options.namePattern}
        error={problemOf('namePattern')}
        onChange={(event) => change({ namePattern: event.currentTarget.value })}
        classNames={{ input: classes.mono }}
      />
      <div className={classes.tokens}>
        {[...TOKENS, ...columnTokens(joined?.columns ?? [])].map(([token, meaning]) => (
          <button key={token} type="button" title={meaning} disabled={disabled} onClick={() => insert(token)}>
            {token}
          </button>
        ))}
      </div>
      {disabled ? null : <Example />}
    </div>
  )
}

function Example() {
  const { options } = useRecipe()
  const compose = useCompose()
  const first = useBatch((state) => state.images[0])
  return (
    <p className={classes.example}>
      <Rich text={t`Example: <0>${compose(first, 0, options)}</0>`} parts={[(words) => <NewName>{words}</NewName>]} />
    </p>
  )
}

type Compose = (image: BatchImage | undefined, at: number, options: ProcessingOptions, words?: string) => string

/** What an image would be called with these options. Without words of its own, some stand in for them. */
export function useCompose(): Compose {
  const rules = useRules()
  const images = useBatch((state) => state.images)
  const { joined } = useJoinedSheet(images, rules)
  usePlacesOf(images)
  return (image, at, options, own) => {
    const parts = image ? partsOf(image) : EXAMPLE_PARTS
    const words = own || rules.ownWords({ ...NOTHING_SAID, name: exampleWords(at) }, options, parts.scene).name
    const columns = joined?.cells[at] ?? []
    return rules.composeName({ ...parts, words, columns, index: at + 1, total: Math.max(1, images.length) }, options)
  }
}

/** Fetches the table of cities as soon as the recipe asks for it, and draws again with it. */
function usePlacesOf(images: readonly BatchImage[]): void {
  const { options } = useRecipe()
  usePlaces((state) => state.near)
  const asked = asksForPlace(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the options only what asks for places matters
  useEffect(() => {
    if (asked) void preparePlaces(options, images)
  }, [asked, images])
}

const EXAMPLE_PARTS = {
  original: 'DSC_0412.JPG',
  takenAt: '2026-08-17T14:30:22',
  camera: 'Canon EOS R6',
  scene: { city: 'Ribadeo', country: 'Spain', people: ['Anna', 'Ben'] },
}
const NOTHING_SAID = { alternatives: [], altText: '', keywords: [] }

function exampleWords(at: number): string {
  return EXAMPLE_WORDS[at % EXAMPLE_WORDS.length] ?? ''
}
