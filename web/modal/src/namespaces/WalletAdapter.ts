/** The fields of an object that somebody else made. */
export type Fields = { readonly [name: string]: unknown }

/** What `connect` is asked for. */
export interface ConnectRequest {
  /** CAIP-2. */
  chain: string
  /** Whether the wallet may only say what was permitted before, without a window. */
  silent: boolean
}

/** An account as the engine knows it. */
export interface ChainAccount {
  address: string
  /** As the namespace writes it: hexadecimal for bip122, base64 for cosmos. */
  publicKey?: string
  type?: 'eoa' | 'payment' | 'ordinal'
  /** CAIP-2, where it is an account of this chain only: instances on another one do not see it. */
  chain?: string
}

/** What `connect` answers. */
export interface Connected {
  accounts: readonly ChainAccount[]
  /** CAIP-2 ids of the chains it serves, where the wallet says. */
  chains?: readonly string[]
}

/** Tells those who listen: `accountsChanged` with the accounts, `chainChanged` with a CAIP-2 id, `disconnect`. */
export type Emit = (event: string, value?: unknown) => void

/**
 * One wallet of a namespace, in our words. Everything may throw or never settle; what is thrown is made
 * an EIP-1193 error by `providerOf`. Methods are called in the turn of the request, since wallets open
 * windows and need its click.
 */
export interface WalletAdapter {
  connect(request: ConnectRequest): Promise<Connected>
  /** Has the wallet forget this page, where it can. */
  disconnect?(): unknown
  /**
   * What a host may ask, by WalletConnect's names and in its shapes, on the chain that its instance is on.
   * A wallet adapter keeps no chain: the instances of a page share it, and an approval may come after it was
   * given up.
   */
  methods: { readonly [name: string]: (params: Fields, chain: string) => unknown }
  /** Begins to listen to the wallet, and returns the way to stop. */
  watch?(emit: Emit): () => void
  /** Whether the wallet has taken itself off the page. */
  isGone?(): boolean
}
