// Whether the model on this device can work without a network: it is in memory, or the browser keeps all of its files.
import { useEffect, useState } from 'react'
import { areKept, type WeightsFile } from '@/engine/weights'

/** Undefined until the browser's store has been asked; it is asked only when `wanted`. `ready`: it is in memory. */
export function useModelIsHere(files: WeightsFile[], wanted: boolean, ready: boolean): boolean | undefined {
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
