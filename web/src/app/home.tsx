// The address '/': the landing page with the tool in its hero.
import { LandingPage } from '@/features/landing/landing-page'
import { ToolEntry } from '@/features/tool/tool-entry'

const loadTool = () => import('./landing-tool')

export function Home() {
  return <LandingPage tool={<ToolEntry load={loadTool} />} />
}
