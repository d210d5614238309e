import { loadChunk } from '../../../shell/src/all/loadChunk'
import type { Places } from '../../../shell/src/all/places'
import { loadWasm } from '../../../shell/src/engine/loadWasm'
import type { LoadModule } from '../../../shell/src/ops/module'

// As in `entry/chunks.ts`.
declare const __ECHO__: string
declare const __ECHO_WASM__: string
declare const __ECHO_INTEGRITY__: Places['integrity']
declare const __ECHO_WASM_INTEGRITY__: Places['integrity']
declare const __WALLETS__: string
declare const __WALLETS_INTEGRITY__: Places['integrity']

/** The list of wallets that comes with the package. */
export function packagedWallets(placesOf: Omit<Places, 'integrity'>): () => Promise<unknown> {
  const places = { ...placesOf, integrity: __WALLETS_INTEGRITY__ }
  const chunk = { file: __WALLETS__, beside: () => import(/* @vite-ignore */ __WALLETS__) }
  return async () =>
    (await loadChunk<typeof import('../lazy/bundledWallets')>(chunk, places)).wallets
}

/** The module that echoes: the smallest there can be. */
export function echo(placesOf: Omit<Places, 'integrity'>): LoadModule {
  const places = { ...placesOf, integrity: { ...__ECHO_INTEGRITY__, ...__ECHO_WASM_INTEGRITY__ } }
  return async () => {
    const beside = new URL(__ECHO_WASM__, import.meta.url)
    const chunk = { file: __ECHO__, beside: () => import(/* @vite-ignore */ __ECHO__) }
    const [{ glue }, module] = await Promise.all([
      loadChunk<typeof import('../lazy/echo')>(chunk, places),
      loadWasm({ file: __ECHO_WASM__, beside }, places),
    ])
    const { initSync, Module } = glue()
    initSync({ module })
    return host => new Module(host)
  }
}
