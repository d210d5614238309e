import type { State, WritableStore } from '../entry/store'
import type { Ops } from '../ops/Perform'
import type { Answer, Engine, Host } from './Engine'
import { runOps } from './runOps'

/** A loaded engine, and what the page grants it. */
export interface EngineParts {
  /** Makes fresh memory with the first half of an engine in it. */
  instantiate(): Memory
  /** Brings the second half. */
  late(): Promise<WebAssembly.Module>
  ops: Ops
}

/** The memory of one engine. */
export interface Memory {
  /** Starts the engine. `boot` is JSON text. */
  start(host: Host, boot: string): Engine
  /** Puts the second half beside the first. */
  join(late: WebAssembly.Module): void
}

/** What a session tells the page. */
export interface EngineEvents {
  publish: WritableStore['publish']
  answer(id: number, answer: Answer): void
  /** Both halves are there: nothing that is asked waits for the page any more. */
  completed(): void
  /** The second half could not be had. The session is over. */
  unloaded(error: unknown): void
  /** The engine threw; it throws nothing on purpose. The session is over. */
  trapped(error: unknown): void
}

/** One engine, from its start to its trap. After the end all calls do nothing. */
export interface EngineSession {
  dispatch(intent: string): void
  ask(id: number, request: string): void
  /** Aborts all ops; nothing is published or answered any more. */
  end(): void
}

/**
 * Starts an engine. Throws if it cannot be started. Its ops may reply while it is still being
 * constructed; those replies follow right after.
 */
export function startSession(
  parts: EngineParts,
  boot: string,
  events: EngineEvents,
): EngineSession {
  let engine: Engine | undefined
  let isOver = false
  const early: (() => void)[] = []
  const running = runOps(parts.ops, (id, reply) => turn(to => to.reply(id, reply)))

  function turn(call: (engine: Engine) => void) {
    if (isOver) return
    if (!engine) {
      early.push(() => turn(call))
      return
    }
    try {
      call(engine)
    } catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown) {
    if (isOver) return
    end()
    events.trapped(error)
  }

  function end() {
    isOver = true
    engine = undefined
    running.abortAll()
  }

  const host: Host = {
    publish(slice, value) {
      if (isOver) return
      const name = slice as keyof State
      events.publish(name, JSON.parse(value) as State[typeof name])
    },
    answer(id, answer) {
      if (!isOver) events.answer(id, JSON.parse(answer) as Answer)
    },
    perform(id, op) {
      if (!isOver) running.perform(id, op)
    },
  }
  let memory: Memory
  try {
    memory = parts.instantiate()
    engine = memory.start(host, boot)
  } catch (error) {
    end()
    throw error
  }
  for (const call of early) call()
  const join = (late: WebAssembly.Module) =>
    turn(to => {
      memory.join(late)
      to.complete()
      events.completed()
    })
  parts.late().then(join, (error: unknown) => {
    if (isOver) return
    end()
    events.unloaded(error)
  })
  return {
    dispatch: intent => turn(to => to.dispatch(intent)),
    ask: (id, request) => turn(to => to.ask(id, request)),
    end,
  }
}
