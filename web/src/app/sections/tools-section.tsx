// The dashboard's default section: the tool.
import { Tool } from '@/features/tool/tool'

export function ToolsSection() {
  return <Tool placement="dashboard" />
}
