// The quota in the tool's head: always in sight, and before a run what it will use.
import { useUsage } from '@/features/account/plans/own-usage'
import { localStore } from '@/lib/web-storage'
import { useNamer } from '../device/use-namer'
import { useBatch } from '../model/batch-store'
import { useRun } from '../model/run-store'
import { usePerson } from '../model/tier'
import { readUsage } from '../model/usage'
import { useRecipe } from '../model/use-recipe'
import { useKnownCount } from '../naming/names-cache'
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

/** How many new names the batch needs: names that are kept or known cost none, nor do those of a service with the person's own key. */
function useNeeded(): number {
  const images = useBatch((state) => state.images)
  const running = useRun((state) => state.running)
  const { options } = useRecipe()
  const { service, page, device } = useNamer()
  const known = useKnownCount({ images, options, service, running, better: device.better })
  return options.keepNames || page?.counts === false ? 0 : images.length - known
}
