import { glue } from 'virtual:latchkit-glue/walletconnect'
import type { WasmFile } from '../../../shell/src/engine/loadWasm'
import { channels } from '../../../shell/src/ops/channel'
import { createLines } from '../../../shell/src/ops/lines'
import { lock } from '../../../shell/src/ops/lock'
import type { Granted } from '../../../shell/src/ops/module'
import type { Ops } from '../../../shell/src/ops/Perform'
import { watchPresence } from '../../../shell/src/ops/presence'
import { createSecrets } from '../../../shell/src/ops/secrets'
import { sockets } from '../../../shell/src/ops/socket'
import { warn } from '../../../shell/src/ops/warn'
import { grantedRelays } from './grantedRelays'

export { openLink } from '../../../shell/src/ops/openLink'

// As in `entry/chunks.ts`.
declare const __WALLETCONNECT_WASM__: Omit<WasmFile, 'integrity'>
declare const __WALLETCONNECT_WASM_INTEGRITY__: string

/** They outlive a module that traps: what could only be held in memory is still there for the next. */
const secrets = createSecrets()

/**
 * The module that holds sessions with phones, and all that it is granted: what the engine's chunk has
 * anyway, which `shared` hands over, and what only this module does.
 */
export async function loadWalletConnect(
  load: (wasm: WasmFile) => Promise<WebAssembly.Module>,
  shared: Pick<Ops, 'sleep' | 'now' | 'random'>,
): Promise<Granted> {
  const integrity = __WALLETCONNECT_WASM_INTEGRITY__
  const module = await load({ ...__WALLETCONNECT_WASM__, integrity })
  const lines = createLines()
  const relays = grantedRelays()
  return {
    ops: {
      ...shared,
      ...secrets,
      lock,
      tab: watchPresence,
      channel: channels(lines),
      socket: sockets(lines, relays.origins),
      send: lines.send,
      warn,
    },
    start(host) {
      const { initSync, Module } = glue()
      initSync({ module })
      const started = new Module(host)
      return {
        ask(id, request) {
          relays.grant(request)
          started.ask(id, request)
        },
        reply: (id, reply) => started.reply(id, reply),
        cancel: id => started.cancel(id),
      }
    },
  }
}
