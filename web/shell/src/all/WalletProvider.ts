/** The part of an EIP-1193 provider that is used; every part of it may misbehave. */
export interface WalletProvider {
  /**
   * Outside of eip155, where a wallet is asked for a chain instead of being on one, `chain` says which one
   * is meant, by CAIP-2: the instances of a page share the wallet, and each is on a chain of its own.
   */
  request(call: { method: string; params?: unknown }, chain?: string): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** The wallets of the page. Provider objects stay here; the engine knows them by a number. */
export interface Wallets {
  /** The provider behind a handle. */
  provider(handle: number): WalletProvider | undefined
  /**
   * Calls `listener` for every wallet: those already known at once, others when they announce
   * themselves, one again when its description changes. Returns the way to stop. Wallets whose `rdns` is
   * `wanted` are kept where others are too many, and announce themselves again if they were turned away.
   */
  watch(
    listener: (handle: number, description: unknown) => void,
    wanted?: readonly string[],
  ): () => void
}

/** What a wallet says of itself, unread: the words of EIP-6963, and those of our own adapters. */
export interface Description {
  namespace?: unknown
  isInjected?: unknown
  /** Another provider came with its uuid and name; said by the page alone. */
  isContested?: unknown
  uuid?: unknown
  rdns?: unknown
  name?: unknown
  icon?: unknown
}

/** The list of wallets that a page keeps. */
export interface WalletRegistry extends Wallets {
  /** Puts a wallet on it; again with another description, it is the same wallet. */
  announce(description: Description, provider: WalletProvider): void
}
