// Files can be dropped anywhere on the page and pasted from the clipboard, as long as the step is upload.
import { Portal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '@/lib/messages'
import type { Incoming } from '../model/image'
import classes from './drop-overlay.module.css'
import { filesFromClipboard, filesFromDrop } from './intake'

interface DropOverlayProps {
  enabled: boolean
  onFiles: (files: Incoming[]) => void
}

export function DropOverlay({ enabled, onFiles }: DropOverlayProps) {
  const dragging = useFileDrop(enabled, onFiles)
  usePaste(enabled, onFiles)
  if (!dragging) return null
  return (
    <Portal>
      <div className={classes.overlay} data-testid="drop-overlay">
        <p className={classes.words}>{t`Drop images anywhere!`}</p>
      </div>
    </Portal>
  )
}

/** Enter and leave events come for every element on the way, so they are counted. */
function useFileDrop(enabled: boolean, onFiles: DropOverlayProps['onFiles']): boolean {
  const [dragging, setDragging] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      // Also while the drop zone is off: an image dropped by mistake must not replace the page.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? 'copy' : 'none'
    }
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth.current += 1
      setDragging(enabled)
    }
    const end = () => {
      depth.current = 0
      setDragging(false)
    }
    const leave = (event: DragEvent) => {
      if (carriesFiles(event) && --depth.current <= 0) end()
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      end()
      if (enabled) void filesFromDrop(event.dataTransfer).then(onFiles)
    }
    const listeners = { dragover: over, dragenter: enter, dragleave: leave, drop, dragend: end }
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener)
      }
    }
  }, [enabled, onFiles])
  return dragging && enabled
}

function usePaste(enabled: boolean, onFiles: DropOverlayProps['onFiles']): void {
  useEffect(() => {
    if (!enabled) return
    const paste = (event: ClipboardEvent) => {
      const files = filesFromClipboard(event.clipboardData)
      if (files.length > 0) onFiles(files)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [enabled, onFiles])
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}
