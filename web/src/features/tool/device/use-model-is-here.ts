// Whether the model on this device can work without a network: it is in memory, or the browser keeps all of its files.
import { useEffect, useState } from 'react'
import { areKept, type WeightsFile } from '@/engine/weights'
import { useDeviceStore } from './device-store'

/** Undefined until the browser's store has been asked; it is asked only when `wanted`. */
export function useModelIsHere(files: WeightsFile[], wanted: boolean): boolean | undefined {
  const ready = useDeviceStore((state) => state.model.phase === 'ready')
  const [kept, setKept] = useState<boolean>()
  useEffect(() => {
    if (!wanted) return
    let asking = true
    void areKept(files, globalThis.caches).then((all) => asking && setKept(all))
    return () => {
      asking = false
    }
  }, [files, wanted])
  return ready || kept
}
