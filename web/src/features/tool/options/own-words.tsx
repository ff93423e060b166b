// The person's own words: which to use, which never, which keywords every image gets, and how long a name may be.

import bounds from 'virtual:bounds'
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { t } from '@/lib/messages'
import { useProblems } from '../model/use-problems'
import { useRecipe } from '../model/use-recipe'
import classes from './options.module.css'

export function OwnWords({ disabled }: { disabled: boolean }) {
  const { options, change } = useRecipe()
  const problemOf = useProblems(options)
  const used = options.preferredWords || options.forbiddenWords || options.addedKeywords
  return (
    <details className={classes.more} open={Boolean(used || options.maxWords || options.maxKeywords) || undefined}>
      <summary>{t`Own words`}</summary>
      <div className={classes.moreFields}>
        <Textarea
          label={t`Preferred words`}
          description={t`One rule a line. Names, alt text and keywords follow it.`}
          placeholder={t`couch, settee = sofa`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          resize="vertical"
          rows={2}
          disabled={disabled}
          spellCheck={false}
          value={options.preferredWords}
          error={problemOf('preferredWords')}
          onChange={(event) => change({ preferredWords: event.currentTarget.value })}
        />
        <TextInput
          label={t`Forbidden words`}
          placeholder={t`cheap, old`}
          disabled={disabled}
          value={options.forbiddenWords}
          error={problemOf('forbiddenWords')}
          onChange={(event) => change({ forbiddenWords: event.currentTarget.value })}
        />
        <TextInput
          label={t`Keywords for every image`}
          placeholder={t`Acme, summer sale`}
          disabled={disabled}
          value={options.addedKeywords}
          error={problemOf('addedKeywords')}
          onChange={(event) => change({ addedKeywords: event.currentTarget.value })}
        />
        <div className={classes.two}>
          <NumberInput
            label={t`Most words of a name`}
            placeholder={t`no limit`}
            min={1}
            max={bounds.words}
            disabled={disabled}
            value={options.maxWords || ''}
            onChange={(value) => change({ maxWords: Number(value) || 0 })}
          />
          <NumberInput
            label={t`Most keywords`}
            placeholder={String(bounds.keywords)}
            min={1}
            max={bounds.keywords}
            disabled={disabled}
            value={options.maxKeywords || ''}
            onChange={(value) => change({ maxKeywords: Number(value) || 0 })}
          />
        </div>
      </div>
    </details>
  )
}
