import type { OpContext, Perform } from '../../../shell/src/ops/Perform'

/** What the page says to the worker: its module first, then asks. */
export type ToSigner =
  | { module: WebAssembly.Module }
  | { id: number; ask: string; secret?: string | undefined }

/** What the worker says to the page. */
export interface FromSigner {
  id: number
  answer: string
  secret?: string
}

/** Brings what a worker is made of, and begins one. */
export interface SignerParts {
  load(): Promise<WebAssembly.Module>
  start(): Worker
}

/**
 * Hands asks to the worker that alone has keys in clear. It begins at the first ask. One that traps fails what it was
 * asked, and the next ask is for a fresh one.
 */
export function createSigner({ load, start }: SignerParts): Perform<'askSigner'> {
  const waiting = new Map<number, OpContext>()
  let running: Promise<Worker> | undefined
  let last = 0

  async function begin(): Promise<Worker> {
    const module = await load()
    const worker = start()
    const fail = (reason: string) => {
      worker.terminate()
      running = undefined
      for (const context of waiting.values()) context.reply({ type: 'failed', reason })
      waiting.clear()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<FromSigner>) => {
      const { id, ...told } = data
      waiting.get(id)?.reply({ type: 'signer', ...told })
      waiting.delete(id)
    })
    worker.addEventListener('error', ({ message }) => fail(message || 'the worker did not load'))
    worker.addEventListener('messageerror', () => fail('the worker was not understood'))
    say(worker, { module })
    return worker
  }

  return async ({ ask, secret }, context) => {
    running ??= begin()
    const worker = await running.catch((error: unknown) => {
      running = undefined
      throw error
    })
    if (context.signal.aborted) return
    const id = ++last
    waiting.set(id, context)
    context.signal.addEventListener('abort', () => waiting.delete(id), { once: true })
    say(worker, { id, ask, secret })
  }
}

const say = (worker: Worker, words: ToSigner) => worker.postMessage(words)
