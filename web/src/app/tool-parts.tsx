// What the workspace adds to the tool: templates, keeping runs, and the line about saving above the results.
import { lazy, Suspense } from 'react'
import { SavePanel } from '@/features/history/save-panel'
import { takeTemplate } from '@/features/templates/templates'
import type { LoadDialogProps, SaveDialogProps, ToolTemplates } from '@/features/tool/configure/templates'
import { settleWhenOnline } from '@/features/tool/device/owed-names'
import { useResults } from '@/features/tool/model/results-store'
import { followRuns } from './hidden-tab'
import { runKeeper } from './keep-runs'
import { versionOf } from './pack-rows'

const LoadDialog = lazy(() =>
  import('@/features/templates/load-dialog').then((module) => ({ default: module.LoadDialog })),
)
const SaveDialog = lazy(() =>
  import('@/features/templates/save-dialog').then((module) => ({ default: module.SaveDialog })),
)

const templates: ToolTemplates = {
  LoadDialog: (props: LoadDialogProps) => (
    <Suspense>
      <LoadDialog {...props} />
    </Suspense>
  ),
  SaveDialog: (props: SaveDialogProps) => (
    <Suspense>
      <SaveDialog {...props} />
    </Suspense>
  ),
  use: takeTemplate,
}

function SavingLine() {
  const rows = useResults((state) => state.rows)
  return <SavePanel version={versionOf(rows)} />
}

followRuns()
settleWhenOnline()

export const toolParts = { templates, keeper: runKeeper, saving: <SavingLine /> }
