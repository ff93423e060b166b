// The person's own words: which to use, which never, which keywords every image gets, and how long a name may be.

import { t } from '@/lib/messages'
import { NameLimits, OwnWordsFields } from '@/ui/own-words'
import { useProblems } from '../model/use-problems'
import { useRecipe } from '../model/use-recipe'
import classes from './options.module.css'

export function OwnWords({ disabled }: { disabled: boolean }) {
  const { options, change } = useRecipe()
  const problemOf = useProblems(options)
  const used = options.preferredWords || options.forbiddenWords || options.addedKeywords
  const fields = { words: options, change, problemOf, disabled }
  return (
    <details className={classes.more} open={Boolean(used || options.maxWords || options.maxKeywords) || undefined}>
      <summary>{t`Own words`}</summary>
      <div className={classes.moreFields}>
        <OwnWordsFields {...fields} />
        <div className={classes.two}>
          <NameLimits {...fields} />
        </div>
      </div>
    </details>
  )
}
