import type { AssetSources } from '../../../shell/src/all/assetSources'
import { loadChunk } from '../../../shell/src/all/loadChunk'

// As in `entry/chunks.ts`.
declare const __WALLETS__: string
declare const __WALLETS_INTEGRITY__: AssetSources['integrity']

/** The list of wallets that comes with the package. */
export function packagedWallets(
  sourcesOf: Omit<AssetSources, 'integrity'>,
): () => Promise<unknown> {
  const sources = { ...sourcesOf, integrity: __WALLETS_INTEGRITY__ }
  const chunk = { file: __WALLETS__, beside: () => import(/* @vite-ignore */ __WALLETS__) }
  return async () =>
    (await loadChunk<typeof import('../lazy/bundledWallets')>(chunk, sources)).wallets
}
