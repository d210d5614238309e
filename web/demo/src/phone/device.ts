import wasm from 'phone.wasm?url'
import { glue } from 'virtual:latchkit-glue/phone'
import type { Host } from '../../../shell/src/engine/Engine'
import { runOps } from '../../../shell/src/engine/runOps'
import { createLines } from '../../../shell/src/ops/lines'
import { now } from '../../../shell/src/ops/now'
import { watchPresence } from '../../../shell/src/ops/presence'
import { random } from '../../../shell/src/ops/random'
import { createSecrets } from '../../../shell/src/ops/secrets'
import { sleep } from '../../../shell/src/ops/sleep'
import { sockets } from '../../../shell/src/ops/socket'
import { warn } from '../../../shell/src/ops/warn'
import type { Phone } from './generated/Phone'
import type { PhoneIntent } from './generated/PhoneIntent'

/** The phone itself: the wallet's side of WalletConnect, in WebAssembly. */
export type Device = {
  readonly dispatch: (intent: PhoneIntent) => void
  /** Switches it off. Nothing is shown any more, and nothing kept. */
  readonly end: () => void
}

/** What it does with what it is told. */
export type Shows = {
  readonly show: (phone: Phone) => void
  /** It broke down. */
  readonly broke: (why: unknown) => void
}

/** Loads it. It listens at `relay` alone (`ws://localhost:8787/relay`) once it is started. */
export async function loadDevice(relay: string, { show, broke }: Shows): Promise<Device> {
  const module = await WebAssembly.compileStreaming(fetch(wasm))
  const { initSync, Phone: Module } = glue()
  initSync({ module })
  const lines = createLines()
  const ops = {
    ...createSecrets(),
    now,
    random,
    sleep,
    tab: watchPresence,
    socket: sockets(lines, () => [new URL(relay).origin]),
    send: lines.send,
    warn,
  }
  const running = runOps(ops, (id, reply) => call(() => started.reply(id, reply)))
  let isOver = false

  function call(act: () => void) {
    if (isOver) return
    try {
      act()
    } catch (error) {
      end()
      broke(error)
    }
  }

  function end() {
    isOver = true
    running.abortAll()
  }

  const host: Host = {
    publish(_slice, value) {
      if (!isOver) show(JSON.parse(value) as Phone)
    },
    answer() {
      // Nobody asks it anything.
    },
    perform(id, op) {
      if (!isOver) running.perform(id, op)
    },
  }
  const started = new Module(host)
  return {
    dispatch: intent => call(() => started.dispatch(JSON.stringify(intent))),
    end,
  }
}
