import { glue } from 'virtual:latchkit-glue/spend'
import type { WasmFile } from '../../../shell/src/engine/loadWasm'
import type { Granted } from '../../../shell/src/ops/module'
import type { Ops } from '../../../shell/src/ops/Perform'
import { watchPresence } from '../../../shell/src/ops/presence'
import { grantedServer } from './grantedServer'

// As in `entry/chunks.ts`.
declare const __SPEND_WASM__: Omit<WasmFile, 'integrity'>
declare const __SPEND_WASM_INTEGRITY__: string

/**
 * The module that reads what an account has and did, and all that it is granted: what the engine's chunk has
 * anyway, which `shared` hands over, and requests to the operator's server alone.
 */
export async function loadSpend(
  load: (wasm: WasmFile) => Promise<WebAssembly.Module>,
  shared: Pick<Required<Ops>, 'sleep' | 'now' | 'random' | 'fetch'>,
): Promise<Granted> {
  const integrity = __SPEND_WASM_INTEGRITY__
  const module = await load({ ...__SPEND_WASM__, integrity })
  const server = grantedServer(shared.fetch)
  return {
    ops: { ...shared, fetch: server.fetch, tab: watchPresence },
    start(host) {
      const { initSync, Module } = glue()
      initSync({ module })
      const started = new Module(host)
      return {
        ask(id, request) {
          server.grant(request)
          started.ask(id, request)
        },
        reply: (id, reply) => started.reply(id, reply),
        cancel: id => started.cancel(id),
      }
    },
  }
}
