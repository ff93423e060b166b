// The options panel: four tabs, naming first.
import { Tabs } from '@mantine/core'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { Later } from '@/ui/later'
import { TABS, type Tab, useOptionChanges } from '../model/options-store'
import { usePerson } from '../model/tier'
import { useRules } from '../model/use-rules'
import toolClasses from '../parts/tool.module.css'
import { FormatTab } from './format-tab'
import { gatesOf } from './gates'
import { MetadataTab } from './metadata-tab'
import { NamingTab } from './naming-tab'
import classes from './options.module.css'
import { RecipesRow } from './recipes-row'
import { WatermarkTab } from './watermark-tab'

const LABELS: Record<Tab, string> = {
  naming: t`Naming`,
  watermarking: t`Watermarking`,
  metadata: t`Metadata`,
  format: t`Format`,
}

export function OptionsPanel() {
  const { plan } = usePerson()
  const tab = useOptionChanges((state) => state.tab)
  const showTab = useOptionChanges((state) => state.showTab)
  const gates = gatesOf(plan, useRules().gates)
  return (
    <Card className={`${classes.panel} ${toolClasses.pane}`}>
      <RecipesRow />
      <Tabs
        value={tab}
        onChange={(value) => value && showTab(value as Tab)}
        variant="none"
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab }}
      >
        <Tabs.List aria-label={t`Options`}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {LABELS[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="naming">
          <Later>
            <NamingTab gates={gates} />
          </Later>
        </Tabs.Panel>
        <Tabs.Panel value="watermarking">
          <Later>
            <WatermarkTab gates={gates} />
          </Later>
        </Tabs.Panel>
        <Tabs.Panel value="metadata">
          <Later>
            <MetadataTab gates={gates} />
          </Later>
        </Tabs.Panel>
        <Tabs.Panel value="format">
          <Later>
            <FormatTab />
          </Later>
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}
