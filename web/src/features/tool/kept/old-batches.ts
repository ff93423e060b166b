// Batches of tabs that were closed long ago leave, so that the browser's space is not used up by what nobody will ask for.
import { one, quietly } from './database'
import { claim, ownBatch } from './own-batch'
import { forgetAllImages } from './stored-files'

const KEPT_MS = 7 * 24 * 60 * 60 * 1000

export async function forgetBatchesBefore(now: number): Promise<void> {
  await quietly(async () => {
    const mine = await ownBatch()
    const all = await one<{ id: string; at: number }[]>('batches', 'readonly', (store) => store.getAll())
    for (const { id, at } of all) {
      if (id === mine || now - at < KEPT_MS || !(await claim(id))) continue
      await forgetAllImages(id)
      await one('batches', 'readwrite', (store) => store.delete(id))
    }
  })
}
