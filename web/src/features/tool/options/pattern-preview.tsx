// What an account would add to names, shown to guests on their own first images: prefix, suffix and patterns at work.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { openAuthDialog } from '@/features/account/pages/auth-dialog-store'
import { t } from '@/lib/messages'
import { NewName } from '@/ui/name'
import { useBatch } from '../model/batch-store'
import { useResults } from '../model/results-store'
import { useRecipe } from '../model/use-recipe'
import { useCompose } from './name-pattern'
import classes from './options.module.css'

type Naming = Pick<ProcessingOptions, 'prefix' | 'suffix' | 'namePattern'>

const TRIES: { label: string; naming: Partial<Naming> }[] = [
  { label: t`Prefix “shop”`, naming: { prefix: 'shop' } },
  { label: t`Suffix “web”`, naming: { suffix: 'web' } },
  { label: '{date}-{name}', naming: { namePattern: '{date}-{name}' } },
  { label: '{name}-{n:3}', naming: { namePattern: '{name}-{n:3}' } },
]

const SHOWN = 3

/** `reason` is the sentence of the lock: nothing of this is applied without an account. */
export function PatternPreview({ reason }: { reason: string }) {
  const { options } = useRecipe()
  const compose = useCompose()
  const images = useBatch((state) => state.images)
  const rows = useResults((state) => state.rows)
  // A guest's names have nothing around them: what a run gave is the words alone.
  const wordsOf = (id: string | undefined) => rows.find((row) => row.id === id && row.state === 'done')?.givenName
  const [chosen, choose] = useState(0)
  const naming = TRIES[chosen]?.naming ?? {}
  const shown = images.length > 0 ? images.slice(0, SHOWN) : [undefined]
  return (
    <section className={classes.preview} aria-labelledby="pattern-preview">
      <h4 id="pattern-preview">{t`Naming options with an account`}</h4>
      <div className={classes.tokens}>
        {TRIES.map(({ label }, at) => (
          <button key={label} type="button" aria-pressed={at === chosen} onClick={() => choose(at)}>
            {label}
          </button>
        ))}
      </div>
      <ul>
        {shown.map((image, at) => (
          <li key={image?.id ?? 'example'}>
            <NewName>{compose(image, at, { ...options, ...naming }, wordsOf(image?.id))}</NewName>
          </li>
        ))}
      </ul>
      <p>
        {t`${reason}. This is a preview and is not applied.`}{' '}
        <Button size="compact-sm" variant="default" onClick={() => openAuthDialog('signup')}>
          {t`Create Account`}
        </Button>
      </p>
    </section>
  )
}
