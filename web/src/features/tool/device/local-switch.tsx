// Offers the models that run on this computer beside the server: better names, and nothing leaves it.
import { Switch } from '@mantine/core'
import { t } from '@/lib/messages'
import { useLocalModel } from '../naming/local-service'
import { useNamingInfo } from '../naming/naming-info'
import { chooseModel } from './use-namer'

export function LocalSwitches() {
  const info = useNamingInfo()
  const inUse = useLocalModel(info)
  return (info?.local ?? []).map(({ service, model, label }) => (
    <Switch
      key={service}
      label={t`${model} with ${label} on this computer`}
      description={t`Often better names, but slower. Nothing leaves this computer. Each name still counts towards your plan.`}
      checked={inUse?.service === service}
      onChange={(event) => chooseModel(event.currentTarget.checked ? { kind: 'local', service } : { kind: 'server' })}
    />
  ))
}
