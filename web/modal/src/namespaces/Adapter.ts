import type { WalletProvider } from '../../../shell/src/all/WalletProvider'
import type { Namespace } from '../generated/Namespace'

/** What the engine is told of a wallet: the words of EIP-6963, and the namespace if it is not eip155. */
export interface Description {
  namespace?: Namespace
  /** The same at every visit. Wallets of the Wallet Standard have none but their name. */
  rdns: string
  name: string
  /** As the wallet gave it, unread. */
  icon?: unknown
  /** It lies on the window, and announced nothing of itself. */
  isInjected?: boolean
}

/**
 * Puts a wallet on the page's list; again when its description changes. `source` is the wallet's own object,
 * where the provider is made of it: what one object announces in several namespaces is one wallet.
 */
export type Announce = (description: Description, provider: WalletProvider, source?: object) => void

/** What the lazy chunk of a namespace exports. */
export interface Adapter {
  /** Announces the wallets that are on the page, and those that come. Returns the way to stop. */
  discover(announce: Announce): () => void
}
