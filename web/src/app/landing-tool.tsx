// The tool of the landing page, whole: fetched when it is wanted.
import { ToolSteps as Steps, type ToolProps } from '@/features/tool/tool'
import { toolParts } from './tool-parts'

export { warm } from '@/features/tool/tool'

export function ToolSteps(props: Pick<ToolProps, 'placement'>) {
  return <Steps {...props} {...toolParts} />
}
