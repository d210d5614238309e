import { glue } from 'virtual:latchkit-glue/embedded'
import type { WasmFile } from '../../../shell/src/engine/loadWasm'
import { placeFrame } from '../../../shell/src/ops/frame'
import { createLines } from '../../../shell/src/ops/lines'
import type { Granted } from '../../../shell/src/ops/module'
import type { Ops } from '../../../shell/src/ops/Perform'
import { embeddedText } from '../text/embeddedText'
import { frameHost } from './frameHost'
import { grantedVault } from './grantedVault'

// As in `entry/chunks.ts`.
declare const __EMBEDDED_WASM__: Omit<WasmFile, 'integrity'>
declare const __EMBEDDED_WASM_INTEGRITY__: string

/**
 * The module that speaks to the vault's frame, and all that it is granted: what the engine's chunk has anyway, which
 * `shared` hands over, and one frame, of the vault alone, in what `keep` keeps on the page.
 */
export async function loadEmbedded(
  load: (wasm: WasmFile) => Promise<WebAssembly.Module>,
  shared: Pick<Ops, 'sleep' | 'now' | 'random'>,
  keep: () => HTMLElement | undefined,
): Promise<Granted> {
  const integrity = __EMBEDDED_WASM_INTEGRITY__
  const module = await load({ ...__EMBEDDED_WASM__, integrity })
  const lines = createLines()
  const title = embeddedText.frame()
  const vault = grantedVault(placeFrame(lines, { host: () => frameHost(keep), title }))
  return {
    ops: { ...shared, frame: vault.frame, send: lines.send },
    start(host) {
      const { initSync, Module } = glue()
      initSync({ module })
      const started = new Module(host)
      return {
        ask(id, request) {
          vault.grant(request)
          started.ask(id, request)
        },
        reply: (id, reply) => started.reply(id, reply),
        cancel: id => started.cancel(id),
      }
    },
  }
}
