import type { Host } from '../engine/Engine'
import { runOps } from '../engine/runOps'
import type { OpContext, Ops, Perform } from './Perform'

/** A module as its glue hands it out: an engine without slices. All text is JSON. */
export interface Module {
  ask(id: number, request: string): void
  reply(id: number, reply: string): void
  cancel(id: number): void
}

/** A module that is loaded. */
export interface Granted {
  /** Starts it in memory of its own. */
  start(host: Host): Module
  /** What it is granted: what it does not need it cannot do. */
  ops: Ops
}

/** Loads a module. */
export type LoadModule = () => Promise<Granted>

/**
 * Stream: what a module answers. It is loaded at the first ask and kept; one that cannot be loaded or
 * traps fails its asks and is loaded afresh at the next.
 */
export function askModule(modules: {
  readonly [name: string]: LoadModule | undefined
}): Perform<'module'> {
  const started = new Map<string, Promise<Talk>>()
  let lastAsk = 0

  return async ({ name, ask }, context) => {
    const load = modules[name]
    if (!load) return context.reply({ type: 'failed', reason: `there is no module ${name}` })
    const drop = () => started.delete(name)
    const known = started.get(name) ?? startTalk(load, drop)
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

/**
 * Loads a module ahead: what it is asked first finds it compiled. Whether it comes is nobody's matter, since
 * that ask loads it again.
 */
export function loadModule(modules: {
  readonly [name: string]: LoadModule | undefined
}): Perform<'loadModule'> {
  return ({ name }, { reply }) => {
    modules[name]?.().catch(() => undefined)
    reply({ type: 'done' })
  }
}

/** One started module and who waits for its answers. */
interface Talk {
  ask(id: number, request: string, context: OpContext): void
}

async function startTalk(load: LoadModule, drop: () => void): Promise<Talk> {
  const { start, ops } = await load()
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

  module = start({
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
