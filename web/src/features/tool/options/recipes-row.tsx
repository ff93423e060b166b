// The ready-made recipes above the options. Choosing one replaces the options, with a way back.
import { t } from '@/lib/messages'
import unseen from '@/ui/hidden.module.css'
import { toastUndo } from '@/ui/toasts'
import { putOptions } from '../model/apply-options'
import { useOptionChanges } from '../model/options-store'
import { usePerson } from '../model/tier'
import { useRules } from '../model/use-rules'
import classes from './options.module.css'
import { RECIPES, type ReadyRecipe } from './recipes'

export function RecipesRow() {
  const rules = useRules()
  const { plan } = usePerson()
  const take = ({ name, says, options }: ReadyRecipe) => {
    const { changes, replace } = useOptionChanges.getState()
    const left = putOptions(options, plan.tier, rules)
    toastUndo(t`“${name}” applied`, [says, ...left].join('\n'), () => replace(changes))
  }
  return (
    <fieldset className={classes.recipes}>
      <legend className={unseen.hidden}>{t`Ready-made recipes`}</legend>
      {RECIPES.map((recipe) => (
        <button key={recipe.name} type="button" title={recipe.says} onClick={() => take(recipe)}>
          {recipe.name}
        </button>
      ))}
    </fieldset>
  )
}
