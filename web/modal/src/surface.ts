import type { Account } from './generated/Account'
import type { Namespace } from './generated/Namespace'
import type { View } from './generated/View'
import type { LatchkitNetwork } from './networks'
import type { LatchkitOptions, ThemeMode } from './options'

/** The account of a namespace, as hosts see it. The same object until something in it changes. */
export interface LatchkitAccount extends Readonly<Account> {
  /** Whether the status is `connected`. While a stored connection is restored it is not. */
  readonly isConnected: boolean
}

/** The network in use: the wallet's, or the chosen one while no wallet is connected. */
export interface LatchkitActiveNetwork {
  /** What the host configured; nothing if the wallet is on a network that the host does not have. */
  readonly caipNetwork?: LatchkitNetwork
  /** CAIP-2. */
  readonly caipNetworkId?: string
  /** A number on eip155. */
  readonly chainId?: number | string
}

/** What the modal is at. */
export interface LatchkitState {
  /** False while a stored connection is being restored. */
  readonly initialized: boolean
  readonly loading: boolean
  readonly open: boolean
  /** CAIP-2 id of the network in use. */
  readonly selectedNetworkId?: string
  /** Namespace of the network in use. */
  readonly activeChain?: Namespace
}

/** An EIP-1193 provider: reads and signing go to the connected wallet itself, untouched. */
export interface Eip1193Provider {
  readonly isLatchkit: true
  /** Rejects with the wallet's own error, or a `ProviderRpcError` of ours. */
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): this
  removeListener<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): this
}

/** The events of EIP-1193. */
export interface ProviderEvents {
  accountsChanged(accounts: string[]): void
  chainChanged(chainId: string): void
  connect(info: { chainId: string }): void
  disconnect(error: Error & { code: number }): void
}

/** What `open` takes. */
export interface OpenOptions {
  /** Left out: Account if connected, else Connect. */
  view?: View | undefined
  namespace?: Namespace | undefined
}

/** One modal of the page. */
export interface Latchkit {
  /** The option `instance`. */
  readonly instance: string
  /** Opens the modal. The dialog is painted at once; resolves when its view is there or has failed. */
  open(options?: OpenOptions): Promise<void>
  close(): void
  isOpen(): boolean
  /** Disconnects one namespace, or all, and has the wallet forget the permission. */
  disconnect(namespace?: Namespace): Promise<void>
  /** Goes to a network of the option `networks`, with the wallet if one is connected. */
  switchNetwork(network: LatchkitNetwork | string | number): Promise<void>
  /** The provider of a namespace, always the same object; nothing where none is supported. */
  getProvider(namespace?: Namespace): Eip1193Provider | undefined
  getAccount(namespace?: Namespace): LatchkitAccount
  getNetwork(): LatchkitActiveNetwork
  getState(): LatchkitState
  /** Calls back after each change; returns the unsubscribe. */
  subscribeAccount(listener: (account: LatchkitAccount) => void, namespace?: Namespace): () => void
  subscribeNetwork(listener: (network: LatchkitActiveNetwork) => void): () => void
  subscribeState(listener: (state: LatchkitState) => void): () => void
  /** Nothing while the visitor's system decides. */
  getThemeMode(): ThemeMode | undefined
  setThemeMode(mode: ThemeMode | undefined): void
  /** Changes options at run time. Throws a `LatchkitConfigError`. */
  updateOptions(options: Partial<LatchkitOptions>): void
  /** Loads what `open` needs, as a hover over the button does; not where the visitor saves data. */
  warmUp(): void
  /** Removes everything this instance put on the page. The stored connection stays. */
  destroy(): void
}
