import { loadChunk } from '../../shell/src/loadChunk'
import { loadWasm } from '../../shell/src/loadWasm'
import type { LoadModule } from '../../shell/src/ops/module'
import type { Places } from '../../shell/src/places'

// As in `chunks.ts`.
declare const __ECHO__: string
declare const __ECHO_WASM__: string
declare const __ECHO_INTEGRITY__: Places['integrity']

/** The module that echoes: the smallest there can be. */
export function echo(placesOf: Places): LoadModule {
  const places = { ...placesOf, integrity: __ECHO_INTEGRITY__ }
  return async () => {
    const beside = new URL(__ECHO_WASM__, import.meta.url)
    const chunk = { file: __ECHO__, beside: () => import(/* @vite-ignore */ __ECHO__) }
    const [{ glue }, module] = await Promise.all([
      loadChunk<typeof import('./echo')>(chunk, places),
      loadWasm({ file: __ECHO_WASM__, beside }, places),
    ])
    const { initSync, Module } = glue()
    initSync({ module })
    return host => new Module(host)
  }
}
