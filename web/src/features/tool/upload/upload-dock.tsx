// What comes after the upload, and what has left the device so far.
import { Button } from '@mantine/core'
import { Dock } from '@/ui/dock'
import { toastError } from '@/ui/toasts'
import { useBatch } from '../batch-store'

export function UploadDock({ floating }: { floating: boolean }) {
  const some = useBatch((state) => state.pictures.length > 0)
  const proceed = () => {
    if (some) return useBatch.getState().go('processing')
    toastError('No images uploaded', 'Please upload at least one image before proceeding.')
  }
  return (
    <Dock
      floating={floating}
      actions={
        <Button size="md" variant={some ? 'filled' : 'default'} onClick={proceed}>
          Next: Configure Processing
        </Button>
      }
    >
      Your images stay in this browser. Nothing has left your device so far.
    </Dock>
  )
}
