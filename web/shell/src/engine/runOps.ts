import type { Op } from '../generated/Op'
import type { Reply } from '../generated/Reply'
import type { OpName, Ops, Perform } from '../ops/Perform'

/** The ops of one engine or module that are under way. */
export interface Running {
  /** Performs the op of this id, or ends it if the op says `abort`. */
  perform(id: number, op: string): void
  /** Ends all of them; nothing is delivered any more. */
  abortAll(): void
}

/**
 * Performs ops with what the page grants. `deliver` gets each reply as JSON text; it may be called
 * before `perform` returns. Exceptions of an op become `failed` and never escape.
 */
export function runOps(ops: Ops, deliver: (id: number, reply: string) => void): Running {
  const running = new Map<number, AbortController>()

  function end(id: number) {
    running.get(id)?.abort()
    running.delete(id)
  }

  function perform(id: number, op: Exclude<Op, { type: 'abort' }>) {
    const abort = new AbortController()
    running.set(id, abort)
    const emit = (reply: Reply) => {
      if (running.get(id) === abort) deliver(id, JSON.stringify(reply))
    }
    const reply = (last: Reply) => {
      if (running.get(id) !== abort) return
      const text = JSON.stringify(last)
      running.delete(id)
      deliver(id, text)
    }
    const failed = (error: unknown) => reply({ type: 'failed', reason: reasonOf(error) })
    const granted = ops[op.type] as Perform<OpName> | undefined
    if (!granted) return reply({ type: 'failed', reason: `this page does not grant ${op.type}` })
    try {
      granted(op, { signal: abort.signal, reply, emit })?.catch(failed)
    } catch (error) {
      failed(error)
    }
  }

  return {
    perform(id, json) {
      const op = JSON.parse(json) as Op
      if (op.type === 'abort') end(id)
      else perform(id, op)
    },
    abortAll() {
      for (const id of [...running.keys()]) end(id)
    },
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
