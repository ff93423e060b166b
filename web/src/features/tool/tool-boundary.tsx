// Where a part of the tool does not come, the tool says so in its own place, and the page around it stays.
import { Button } from '@mantine/core'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { isMissingPart } from '@/lib/load-part'
import { t } from '@/lib/messages'
import { isOldTab } from '@/lib/new-release'
import { ErrorScreen } from '@/ui/error-screen'

interface State {
  error: unknown
}

export class ToolBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (isMissingPart(error)) return <MissingPart />
    // Anything else is a fault of ours: the page's own error screen has it.
    throw error
  }
}

function MissingPart() {
  const [old, setOld] = useState(false)
  useEffect(() => void isOldTab().then(setOld), [])
  return (
    <ErrorScreen
      title={old ? t`A new version is available` : t`The tool could not be loaded`}
      actions={<Button onClick={() => window.location.reload()}>{t`Reload`}</Button>}
    >
      <p>
        {old
          ? t`Nomina was updated while this tab was open. Reload to continue. Your images, names and options are kept.`
          : t`Part of the tool did not load. Check your connection and reload. Your images, names and options are kept.`}
      </p>
    </ErrorScreen>
  )
}
