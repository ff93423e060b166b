// What the files say about themselves: remove it, keep the date, or write one's own.
import { Switch } from '@mantine/core'
import { t } from '@/lib/messages'
import { Later } from '@/ui/later'
import { useRecipe } from '../model/use-recipe'
import { CustomMetadata } from './custom-metadata'
import type { Gates } from './gates'
import classes from './options.module.css'
import { TierNote } from './tier-note'

export function MetadataTab({ gates }: { gates: Gates }) {
  const { options, change } = useRecipe()
  const locked = !gates.signedIn
  const login = locked ? gates.words.loginRequired : undefined
  return (
    <div className={classes.fields}>
      {locked ? <TierNote>{gates.words.metadataLogin}</TierNote> : null}
      <Switch
        label={t`Remove existing metadata`}
        description={login ?? t`Removes camera, location, software and all other data.`}
        disabled={locked}
        checked={options.removeMetadata && !locked}
        onChange={(event) => change({ removeMetadata: event.currentTarget.checked })}
      />
      <Switch
        label={t`Preserve creation date`}
        description={login ?? t`Keeps the date and time taken, even when other metadata is removed.`}
        disabled={locked}
        checked={options.preserveCreationDate}
        onChange={(event) => change({ preserveCreationDate: event.currentTarget.checked })}
      />
      <Switch
        label={t`Add custom metadata`}
        description={login}
        disabled={!gates.customMetadata}
        checked={options.addCustomMetadata && gates.customMetadata}
        onChange={(event) => change({ addCustomMetadata: event.currentTarget.checked })}
      />
      {!locked && !gates.customMetadata ? (
        <TierNote title={gates.words.premiumFeature}>{gates.words.metadataUpgrade}</TierNote>
      ) : null}
      <Later when={gates.customMetadata && options.addCustomMetadata}>
        <CustomMetadata />
      </Later>
    </div>
  )
}
