// The landing page around the tool.
import { Tool } from '@/features/tool/tool'

export function Home() {
  return <Tool placement="landing" />
}
