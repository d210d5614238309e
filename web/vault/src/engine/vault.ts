import { runOps } from '../../../shell/src/engine/runOps'
import type { Ops } from '../../../shell/src/ops/Perform'
import type { FrameState, WritableFrameStore } from '../all/state'

/** The module as its glue hands it out. All text is JSON. Any call may throw: then it has trapped. */
export interface Module {
  dispatch(intent: string): void
  reply(id: number, reply: string): void
}

/** What the module calls. */
export interface Host {
  publish(slice: string, value: string): void
  perform(id: number, op: string): void
}

/** What a module is given. */
export interface VaultParts {
  /** Starts it in memory of its own. */
  start(host: Host): Module
  /** What it may do. */
  ops: Ops
  store: Pick<WritableFrameStore, 'publish'>
}

/**
 * Runs the module until it traps. What it leaves then is not to be trusted, and whoever spoke through its channel has
 * to begin anew: the slice `failure` says so, and nothing of it goes on.
 */
export function runVault({ start, ops, store }: VaultParts): (intent: object) => void {
  const running = runOps(ops, (id, reply) => turn(to => to.reply(id, reply)))
  const early: (() => void)[] = []
  let module: Module | undefined
  let isOver = false

  function turn(call: (module: Module) => void) {
    if (isOver) return
    if (!module) return void early.push(() => turn(call))
    attempt(() => module && call(module))
  }

  function attempt(call: () => void) {
    try {
      call()
    } catch (error) {
      isOver = true
      running.abortAll()
      console.error('[latchkit] The wallet stopped unexpectedly.', error)
      store.publish('failure', { report: String(error) })
    }
  }

  attempt(() => {
    module = start({
      publish(slice, value) {
        const name = slice as keyof FrameState
        if (!isOver) store.publish(name, JSON.parse(value) as FrameState[typeof name])
      },
      perform(id, op) {
        if (!isOver) running.perform(id, op)
      },
    })
  })
  for (const call of early) call()
  return intent => turn(to => to.dispatch(JSON.stringify(intent)))
}
