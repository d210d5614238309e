import type { AssetSources } from '../../../shell/src/all/assetSources'
import { type Chunk, loadChunk } from '../../../shell/src/all/loadChunk'
import type { Namespace } from '../generated/Namespace'
import type { Adapter } from '../namespaces/Adapter'
import { safeOrigin } from './safeOrigin'
import type { LoadAdapter } from './wanted'

// As in `entry/chunks.ts`.
declare const __SOLANA__: Chunk<Adapter>
declare const __BIP122__: Chunk<Adapter>
declare const __POLKADOT__: Chunk<Adapter>
declare const __COSMOS__: Chunk<Adapter>
declare const __SAFE__: Chunk<typeof import('../namespaces/safe')>

/** The lazy chunks with the wallets of the namespaces. `safe` is one only where the page is in Safe's app. */
export function adapterChunks(
  sources: AssetSources,
): { [name in Exclude<Namespace, 'eip155'>]: LoadAdapter } & { safe?: LoadAdapter } {
  const origin = safeOrigin()
  const loadSafe = async (origin: string) => ({
    discover: (await loadChunk(__SAFE__, sources)).discoverIn(origin),
  })
  return {
    solana: () => loadChunk(__SOLANA__, sources),
    bip122: () => loadChunk(__BIP122__, sources),
    polkadot: () => loadChunk(__POLKADOT__, sources),
    cosmos: () => loadChunk(__COSMOS__, sources),
    ...(origin && { safe: () => loadSafe(origin) }),
  }
}
