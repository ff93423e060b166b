// How every worker answers: it is given its module once, then one call after another. What fails is an answer too.
import type { FromWorker, ToWorker } from './messages'

export type WorkerCall = Extract<ToWorker, { kind: 'call' }>

export const post = (message: FromWorker) => self.postMessage(message)

export function serveCalls(
  open: (module: WebAssembly.Module, name?: string) => void,
  answer: (call: WorkerCall) => Promise<FromWorker>,
  failure: (id: number, error: unknown) => FromWorker,
): void {
  self.onmessage = async ({ data: message }: MessageEvent<ToWorker>) => {
    if (message.kind === 'open') return open(message.module, message.name)
    try {
      post(await answer(message))
    } catch (error) {
      post(failure(message.id, error))
    }
  }
}
