import type { Host } from '../engine/Engine'
import { runOps } from '../engine/runOps'
import type { OpContext, Ops, Perform } from './Perform'

/** A module as its glue hands it out: an engine without slices. All text is JSON. */
export interface Module {
  ask(id: number, request: string): void
  reply(id: number, reply: string): void
  cancel(id: number): void
}

/** Loads a module and makes memory of its own; resolves with the function that starts it there. */
export type LoadModule = () => Promise<(host: Host) => Module>

/** A module, and the ops that it is granted: what it does not need it cannot do. */
export interface Granted {
  load: LoadModule
  ops: Ops
}

/**
 * Stream: what a module answers. It is loaded at the first ask and kept; one that cannot be loaded or
 * traps fails its asks and is loaded afresh at the next.
 */
export function askModule(modules: {
  readonly [name: string]: Granted | undefined
}): Perform<'module'> {
  const started = new Map<string, Promise<Talk>>()
  let lastAsk = 0

  return async ({ name, ask }, context) => {
    const granted = modules[name]
    if (!granted) return context.reply({ type: 'failed', reason: `there is no module ${name}` })
    const drop = () => started.delete(name)
    const known = started.get(name) ?? startTalk(granted, drop)
    started.set(name, known)
    try {
      const talk = await known
      if (!context.signal.aborted) talk.ask(++lastAsk, ask, context)
    } catch (error) {
      drop()
      throw error
    }
  }
}

/** One started module and who waits for its answers. */
interface Talk {
  ask(id: number, request: string, context: OpContext): void
}

async function startTalk({ load, ops }: Granted, drop: () => void): Promise<Talk> {
  const asking = new Map<number, OpContext>()
  const early: (() => void)[] = []
  const running = runOps(ops, (id, reply) => call(to => to.reply(id, reply)))
  let module: Module | undefined
  let isOver = false

  function call(run: (module: Module) => void) {
    if (isOver) return
    if (!module) {
      early.push(() => call(run))
      return
    }
    try {
      run(module)
    } catch (error) {
      isOver = true
      drop()
      running.abortAll()
      for (const context of asking.values())
        context.reply({ type: 'failed', reason: String(error) })
      asking.clear()
    }
  }

  const create = await load()
  module = create({
    publish() {
      // A module owns no slice.
    },
    answer(id, answer) {
      if (!isOver) asking.get(id)?.emit({ type: 'value', value: JSON.parse(answer) as unknown })
    },
    perform(id, op) {
      if (!isOver) running.perform(id, op)
    },
  })
  for (const run of early) run()
  return {
    ask(id, request, context) {
      if (isOver) return context.reply({ type: 'failed', reason: 'the module has ended' })
      asking.set(id, context)
      const cancel = () => {
        asking.delete(id)
        call(to => to.cancel(id))
      }
      context.signal.addEventListener('abort', cancel, { once: true })
      call(to => to.ask(id, request))
    },
  }
}
