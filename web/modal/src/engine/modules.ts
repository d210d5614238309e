import { loadChunk } from '../../../shell/src/all/loadChunk'
import type { Places } from '../../../shell/src/all/places'

// As in `entry/chunks.ts`.
declare const __WALLETS__: string
declare const __WALLETS_INTEGRITY__: Places['integrity']

/** The list of wallets that comes with the package. */
export function packagedWallets(placesOf: Omit<Places, 'integrity'>): () => Promise<unknown> {
  const places = { ...placesOf, integrity: __WALLETS_INTEGRITY__ }
  const chunk = { file: __WALLETS__, beside: () => import(/* @vite-ignore */ __WALLETS__) }
  return async () =>
    (await loadChunk<typeof import('../lazy/bundledWallets')>(chunk, places)).wallets
}
