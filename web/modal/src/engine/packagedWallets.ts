import type { AssetSources } from '../../../shell/src/all/assetSources'
import { type Chunk, loadChunk } from '../../../shell/src/all/loadChunk'

// As in `entry/chunks.ts`.
declare const __WALLETS__: Chunk<typeof import('../lazy/bundledWallets')>

/** The list of wallets that comes with the package. */
export const packagedWallets =
  (sources: AssetSources): (() => Promise<unknown>) =>
  async () =>
    (await loadChunk(__WALLETS__, sources)).wallets
