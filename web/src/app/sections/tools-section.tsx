// The dashboard's default section: the tool. Its steps have headings of their own below the page's.
import { VisuallyHidden } from '@mantine/core'
import { Tool } from '@/features/tool/tool'
import { t } from '@/lib/messages'
import { toolParts } from '../tool-parts'

export function ToolsSection() {
  return (
    <>
      <VisuallyHidden component="h1">{t`Tools`}</VisuallyHidden>
      <Tool placement="dashboard" {...toolParts} />
    </>
  )
}
