// Offers the models that run on this computer beside the server: better names, and nothing leaves it.
import { Switch } from '@mantine/core'
import { t } from '@/lib/messages'
import { useLocalChoice, useLocalModel } from '../naming/local-service'
import { useNamingInfo } from '../naming/naming-info'
import { useDeviceStore } from './device-store'

export function LocalSwitches() {
  const info = useNamingInfo()
  const inUse = useLocalModel(info)
  const choose = useLocalChoice((state) => state.choose)
  const chooseDevice = useDeviceStore((state) => state.choose)
  return (info?.local ?? []).map(({ service, model, label }) => (
    <Switch
      key={service}
      label={t`${model} with ${label} on this computer`}
      description={t`Often better names, but slower. Nothing leaves this computer. Each name still counts towards your plan.`}
      checked={inUse?.service === service}
      onChange={(event) => {
        const on = event.currentTarget.checked
        choose(on ? service : null)
        if (on) chooseDevice(false)
      }}
    />
  ))
}
