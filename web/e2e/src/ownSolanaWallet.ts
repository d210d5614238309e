/** A wallet of the tests for Solana, registered as the Wallet Standard has it, that asks nobody. */
export type OwnSolanaWallet = {
  readonly name: string
  readonly address: string
  readonly chains: readonly string[]
}

/** Runs in the page, before its scripts. */
export function registerOwnSolanaWallet({ name, address, chains }: OwnSolanaWallet) {
  const key = `own-wallet:${name}`
  const account = { address, publicKey: new Uint8Array(32), chains, features: [] }
  const accounts = () => (localStorage.getItem(key) ? [account] : [])
  const connect = async (how?: { silent?: boolean }) => {
    if (!how?.silent) localStorage.setItem(key, 'allowed')
    return { accounts: accounts() }
  }
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:events': { version: '1.0.0', on: () => () => {} },
    },
  }
  type Registry = { register(wallet: object): void }
  addEventListener('wallet-standard:app-ready', event =>
    (event as CustomEvent<Registry>).detail.register(wallet),
  )
}
