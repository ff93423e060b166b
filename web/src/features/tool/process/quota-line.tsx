// The quota in the tool's head: always in sight, and before a run what it will use.
import { useUsage } from '@/features/account/plans/own-usage'
import { localStore } from '@/lib/web-storage'
import { useDevice } from '../device/use-device'
import { useBatch } from '../model/batch-store'
import { useRun } from '../model/run-store'
import { usePerson } from '../model/tier'
import { readUsage } from '../model/usage'
import { useRecipe } from '../model/use-recipe'
import { useLocalModel } from '../naming/local-service'
import { useKnownCount } from '../naming/names-cache'
import { useNamingInfo } from '../naming/naming-info'
import classes from './process.module.css'
import { quotaOf, quotaText } from './quota'

export function QuotaLine({ beforeRun }: { beforeRun: boolean }) {
  const person = usePerson()
  const { data: counted } = useUsage()
  const needed = useNeeded()
  if (!counted) return null
  const quota = tighter(counted, person)
  const shown = beforeRun ? needed : null
  const short = quota !== null && quota.left < (shown ?? 1)
  return (
    <p className={classes.quota} data-short={short || undefined}>
      {quotaText(quota, shown)}
    </p>
  )
}

/** A guest is counted by the server and in this browser; the smaller rest counts, as at the start of a run. */
function tighter(
  counted: { dailyFiles: number; monthlyFiles: number },
  { plan, signedIn, owner }: ReturnType<typeof usePerson>,
) {
  if (signedIn) return quotaOf(counted, plan)
  const here = readUsage(localStore, owner, plan.tier, new Date())
  const more = (a: number, b: number) => Math.max(a, b)
  const dailyFiles = more(counted.dailyFiles, here.dailyFiles)
  return quotaOf({ dailyFiles, monthlyFiles: more(counted.monthlyFiles, here.monthlyFiles) }, plan)
}

/** How many new names the batch needs: names that are kept or known cost none. */
function useNeeded(): number {
  const images = useBatch((state) => state.images)
  const running = useRun((state) => state.running)
  const { options } = useRecipe()
  const { on, better } = useDevice()
  const local = useLocalModel(useNamingInfo())
  const service = on ? undefined : local?.service
  const known = useKnownCount({ images, options, service, running, better })
  return options.keepNames ? 0 : images.length - known
}
