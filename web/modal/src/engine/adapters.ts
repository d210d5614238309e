import type { AssetSources } from '../../../shell/src/all/assetSources'
import { loadChunk } from '../../../shell/src/all/loadChunk'
import type { Namespace } from '../generated/Namespace'
import type { Adapter } from '../namespaces/Adapter'
import { safeOrigin } from './safeOrigin'
import type { LoadAdapter } from './wanted'

// As in `entry/chunks.ts`.
declare const __SOLANA__: string
declare const __SOLANA_INTEGRITY__: AssetSources['integrity']
declare const __BIP122__: string
declare const __BIP122_INTEGRITY__: AssetSources['integrity']
declare const __POLKADOT__: string
declare const __POLKADOT_INTEGRITY__: AssetSources['integrity']
declare const __COSMOS__: string
declare const __COSMOS_INTEGRITY__: AssetSources['integrity']
declare const __SAFE__: string
declare const __SAFE_INTEGRITY__: AssetSources['integrity']

/** The lazy chunks with the wallets of the namespaces. `safe` is one only where the page is in Safe's app. */
export function adapterChunks(
  sources: Omit<AssetSources, 'integrity'>,
): { [name in Exclude<Namespace, 'eip155'>]: LoadAdapter } & { safe?: LoadAdapter } {
  const origin = safeOrigin()
  const load = <T = Adapter>(
    file: string,
    beside: () => Promise<T>,
    integrity: AssetSources['integrity'],
  ) => loadChunk<T>({ file, beside }, { ...sources, integrity })
  const loadSafe = () =>
    load<typeof import('../namespaces/safe')>(
      __SAFE__,
      () => import(/* @vite-ignore */ __SAFE__),
      __SAFE_INTEGRITY__,
    )
  return {
    solana: () =>
      load(__SOLANA__, () => import(/* @vite-ignore */ __SOLANA__), __SOLANA_INTEGRITY__),
    bip122: () =>
      load(__BIP122__, () => import(/* @vite-ignore */ __BIP122__), __BIP122_INTEGRITY__),
    polkadot: () =>
      load(__POLKADOT__, () => import(/* @vite-ignore */ __POLKADOT__), __POLKADOT_INTEGRITY__),
    cosmos: () =>
      load(__COSMOS__, () => import(/* @vite-ignore */ __COSMOS__), __COSMOS_INTEGRITY__),
    ...(origin && { safe: async () => ({ discover: (await loadSafe()).discoverIn(origin) }) }),
  }
}
