import type {
  ConnectMethod,
  LatchkitFeatures,
  LatchkitOptions,
  RemoteFeatures,
  ThemeMode,
} from '../entry/options'
import type { Account } from '../generated/Account'
import type { ConnectedWallet } from '../generated/ConnectedWallet'
import type { Features } from '../generated/Features'
import type { Namespace } from '../generated/Namespace'
import type { View } from '../generated/View'
import type { CaipNetwork, LatchkitNetwork } from './networks'

/** How an address of a namespace is written. */
export type AddressOf<N extends Namespace> = N extends 'eip155' ? `0x${string}` : string

/** What an account has whether or not it is connected. */
export interface AccountParts
  extends Readonly<
    Omit<
      Account,
      | 'status'
      | 'address'
      | 'caipAddress'
      | 'balanceAtMs'
      | 'connectedWalletInfo'
      | 'currentTab'
      | 'chosenOver'
    >
  > {
  /** Whether a stored connection is coming back: `connecting`, with its address already there. */
  readonly isReconnecting: boolean
  /** When the balance was read, in milliseconds since 1970; nothing where it never was. */
  readonly balanceAtMs?: number | undefined
  readonly connectedWalletInfo?: LatchkitWallet | undefined
}

/** A connected account. */
export interface ConnectedAccount<N extends Namespace = Namespace> extends AccountParts {
  readonly status: 'connected'
  readonly isConnected: true
  /** With checksum on eip155. */
  readonly address: AddressOf<N>
  /** CAIP-10. */
  readonly caipAddress: string
}

/** Nobody, or an account that is being connected or coming back. */
export interface UnconnectedAccount<N extends Namespace = Namespace> extends AccountParts {
  readonly status: 'connecting' | 'disconnected'
  readonly isConnected: false
  /** That of the account that is coming back. */
  readonly address?: AddressOf<N> | undefined
  /** CAIP-10. */
  readonly caipAddress?: string | undefined
}

/**
 * The account of a namespace, as hosts see it; `isConnected` tells whether the address is there. The
 * same object until something in it changes.
 */
export type LatchkitAccount<N extends Namespace = Namespace> =
  | ConnectedAccount<N>
  | UnconnectedAccount<N>

/** The wallet behind an account. */
export type LatchkitWallet = Readonly<Pick<ConnectedWallet, 'identifier' | 'name' | 'icon'>> & {
  /** It is not in this browser: what it is asked shows in an app, or on another device. */
  readonly isElsewhere: boolean
}

/** The network in use: the wallet's, or the chosen one while no wallet is connected. */
export interface LatchkitActiveNetwork {
  /**
   * What the host configured. If the wallet is on a network that the host does not have, one of that id
   * without currency and nodes.
   */
  readonly caipNetwork?: CaipNetwork
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

/** A wallet of the Connect list that can be connected as it is, on one namespace. */
export interface LatchkitConnector {
  /** Its reverse domain name; `walletConnect`: any wallet that is on another device. */
  readonly id: string
  readonly name: string
  /**
   * `MULTI_CHAIN`: it is there for other namespaces too. Else `ANNOUNCED`: it said itself that it is there;
   * `INJECTED`: it lies on the window; `WALLET_CONNECT`: it is on another device; `AUTH`: it is the
   * embedded wallet, which is in no list: people sign in to it.
   */
  readonly type: 'ANNOUNCED' | 'INJECTED' | 'WALLET_CONNECT' | 'AUTH' | 'MULTI_CHAIN'
  readonly chain: Namespace
  readonly imageUrl?: string | undefined
}

/** What is on of what the operator's server decides, or the host in its place. */
export type DecidedFeatures = Readonly<Pick<Features, keyof RemoteFeatures>>

/** Something that is counted. */
export interface LatchkitEvent {
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly data: {
    readonly type: 'track'
    /** `MODAL_OPEN`, `CONNECT_SUCCESS`, … */
    readonly event: string
    readonly properties?: { readonly [name: string]: unknown }
    /** The connected address, where the host wants it to be told. */
    readonly address?: string
  }
}

/** Values of the custom properties that the modal is drawn with: `{ '--lk-hue': 30 }`. */
export type ThemeVariables = { readonly [name: string]: string | number }

/** How the modal is drawn. */
export interface LatchkitTheme {
  /** Nothing while the visitor's system decides. */
  readonly themeMode: ThemeMode | undefined
  readonly themeVariables: ThemeVariables
}

/**
 * An EIP-1193 provider: reads and signing go to the connected wallet itself, untouched. On namespaces
 * other than eip155 it speaks WalletConnect's methods of that namespace.
 */
export interface Eip1193Provider {
  readonly isLatchkit: true
  /**
   * What the wallet answers, which is `T` where it keeps to its method. Rejects with the wallet's own
   * error, or a `ProviderRpcError` of ours.
   */
  request<T = unknown>(call: { method: string; params?: unknown }): Promise<T>
  on<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): this
  /** Calls back at the next one only. */
  once<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): this
  removeListener<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): this
}

/** The events of EIP-1193. A chain id is hexadecimal on eip155, else CAIP-2. */
export interface ProviderEvents {
  accountsChanged(accounts: string[]): void
  chainChanged(chainId: string): void
  connect(info: { chainId: string }): void
  disconnect(error: Error & { code: number }): void
  /** No wallet's is handed on: subscriptions are for the node of your own. */
  message(message: { type: string; data: unknown }): void
}

/** What is asked of a Solana wallet, and what it answers. Texts of bytes are base58, transactions base64. */
export interface SolanaMethods {
  solana_getAccounts: { params?: undefined; answer: readonly { pubkey: string }[] }
  solana_requestAccounts: { params?: undefined; answer: readonly { pubkey: string }[] }
  solana_signMessage: {
    params: { message: string; pubkey: string }
    answer: { signature: string }
  }
  solana_signTransaction: {
    params: { transaction: string; pubkey?: string }
    answer: { signature: string; transaction: string }
  }
  solana_signAllTransactions: {
    params: { transactions: readonly string[]; pubkey?: string }
    answer: { transactions: string[] }
  }
  solana_signAndSendTransaction: {
    params: { transaction: string; pubkey?: string; sendOptions?: object }
    answer: { signature: string }
  }
}

/** The provider of `solana`: what it answers has the type of the method. */
export interface SolanaProvider extends Eip1193Provider {
  request<M extends keyof SolanaMethods>(
    call: { method: M } & Omit<SolanaMethods[M], 'answer'>,
  ): Promise<SolanaMethods[M]['answer']>
  request<T = unknown>(call: { method: string; params?: unknown }): Promise<T>
}

/** The views that a page can open; the others only a step leads to. */
export type OpenView = Exclude<
  View,
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'ConnectingExternal'
  | 'ConnectingWalletConnect'
  | 'OpenWallet'
  | 'ConnectingMultiChain'
  | 'Downloads'
  | 'OpenOnPhone'
  | 'SwitchNetwork'
  | 'SwitchActiveChain'
>

/** What `open` takes. */
export interface OpenOptions {
  /** Left out: Account if connected, else Connect. So too for one that cannot be shown now. */
  view?: OpenView | undefined
  /** The wallets listed are those of this namespace. */
  namespace?: Namespace | undefined
  /** With the option `manualWCControl`: what phones take up to be connected to you, `wc:…`. */
  uri?: string | undefined
}

/**
 * One modal of the page. Where a namespace may be left out, it is the one in use: that of the connected
 * wallet's network, or of the chosen one.
 */
export interface Latchkit {
  /** The option `instance`. */
  readonly instance: string
  /** The option `projectId`. */
  getProjectId(): string
  /** Opens the modal. The dialog is painted at once; resolves when its view is there or has failed. */
  open(options?: OpenOptions): Promise<void>
  close(): void
  isOpen(): boolean
  /** Resolves once a stored connection is back, or is not coming; at once where there is none. */
  ready(): Promise<void>
  /** Disconnects one namespace, or all, and has the wallet forget the permission. */
  disconnect(namespace?: Namespace): Promise<void>
  /** Goes to a network of the option `networks`, with the wallet if one is connected. */
  switchNetwork(network: LatchkitNetwork | string | number): Promise<void>
  /** Adds to the option `networks`. Throws a `LatchkitConfigError`, also for one that is there already. */
  addNetwork(network: LatchkitNetwork): void
  /** Takes one from the option `networks`. Throws for the one in use. */
  removeNetwork(network: LatchkitNetwork | string | number): void
  /** The wallets found in this browser; none before the modal is opened or warmed up. */
  getConnectors(): readonly LatchkitConnector[]
  /**
   * The provider of a namespace, `eip155` if left out; always the same object. Nothing where the option
   * `networks` has none of another namespace.
   */
  getProvider(namespace?: 'eip155'): Eip1193Provider
  getProvider(namespace: 'solana'): SolanaProvider | undefined
  getProvider(namespace: Namespace | undefined): Eip1193Provider | undefined
  getAccount<N extends Namespace = Namespace>(namespace?: N): LatchkitAccount<N>
  getAddress<N extends Namespace = Namespace>(namespace?: N): AddressOf<N> | undefined
  /** CAIP-10. */
  getCaipAddress(namespace?: Namespace): string | undefined
  /** Whether anything is connected, on any namespace. */
  getIsConnectedState(): boolean
  /** The connected wallet. */
  getWalletInfo(namespace?: Namespace): LatchkitWallet | undefined
  getNetwork(): LatchkitActiveNetwork
  getCaipNetwork(namespace?: Namespace): CaipNetwork | undefined
  /** CAIP-2. */
  getCaipNetworkId(): string | undefined
  /** The option `networks`, those of one namespace or all. */
  getCaipNetworks(namespace?: Namespace): readonly CaipNetwork[]
  /** A number on eip155. */
  getChainId(): number | string | undefined
  getActiveChainNamespace(): Namespace | undefined
  getState(): LatchkitState
  /** What is on of what the operator's server decides; nothing before the modal is opened or warmed up. */
  getRemoteFeatures(): DecidedFeatures | undefined
  /** What was counted last. */
  getEvent(): LatchkitEvent
  /** Calls back after each change; returns the unsubscribe. */
  subscribeAccount<N extends Namespace = Namespace>(
    listener: (account: LatchkitAccount<N>) => void,
    namespace?: N,
  ): () => void
  subscribeWalletInfo(
    listener: (wallet: LatchkitWallet | undefined) => void,
    namespace?: Namespace,
  ): () => void
  subscribeNetwork(listener: (network: LatchkitActiveNetwork) => void): () => void
  subscribeCaipNetworkChange(listener: (network: CaipNetwork | undefined) => void): () => void
  subscribeState(listener: (state: LatchkitState) => void): () => void
  subscribeEvents(listener: (event: LatchkitEvent) => void): () => void
  subscribeTheme(listener: (theme: LatchkitTheme) => void): () => void
  /** Nothing while the visitor's system decides. */
  getThemeMode(): ThemeMode | undefined
  setThemeMode(mode: ThemeMode | undefined): void
  getThemeVariables(): ThemeVariables
  /** Sets these beside those that are set. */
  setThemeVariables(variables: ThemeVariables): void
  /** Changes options at run time. Throws a `LatchkitConfigError`. */
  updateOptions(options: Partial<LatchkitOptions>): void
  /** Changes these of the option `features`. */
  updateFeatures(features: LatchkitFeatures): void
  /** Changes these of the option `remoteFeatures`. */
  updateRemoteFeatures(features: RemoteFeatures): void
  setConnectMethodsOrder(order: readonly ConnectMethod[]): void
  setCollapseWallets(isCollapsed: boolean): void
  setTermsConditionsUrl(url: string | undefined): void
  setPrivacyPolicyUrl(url: string | undefined): void
  /** Loads what `open` needs, as a hover over the button does; not where the visitor saves data. */
  warmUp(): void
  /** Removes everything this instance put on the page. The stored connection stays. */
  destroy(): void
}
