import type { Parts } from './DevSide'

/** An account as the Wallet Standard has it. */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** What a wallet of the standard offers for one network. */
export type Side = {
  readonly chains: readonly string[]
  readonly accounts: readonly StandardAccount[]
  readonly features: { readonly [name: string]: object }
}

/** A wallet of the Wallet Standard: https://github.com/wallet-standard/wallet-standard. */
export function standardWallet(
  { permission }: Parts,
  { id, name, icon, sides }: { id?: string; name: string; icon: string; sides: readonly Side[] },
) {
  const accounts = () => (permission.isGiven() ? sides.flatMap(side => side.accounts) : [])
  const on = (event: string, listener: (change: object) => void) => {
    let isHeard = event === 'change'
    permission.onChange(() => {
      if (isHeard) listener({ accounts: accounts() })
    })
    return () => {
      isHeard = false
    }
  }
  return {
    version: '1.0.0',
    ...(id && { id }),
    name,
    icon,
    chains: sides.flatMap(side => side.chains),
    get accounts() {
      return accounts()
    },
    features: {
      'standard:events': { version: '1.0.0', on },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => permission.take() },
      ...Object.assign({}, ...sides.map(side => side.features)),
    },
  }
}

/** Puts it on the page, as an extension would: now, and for every library that asks. */
export function register(wallet: object): void {
  const callback = (api: { register(wallet: object): void }) => api.register(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  addEventListener('wallet-standard:app-ready', event =>
    callback((event as CustomEvent<{ register(wallet: object): void }>).detail),
  )
}
