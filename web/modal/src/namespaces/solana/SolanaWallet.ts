import { invalid, junk, unauthorized, unsupported } from '../../all/failures'
import { base58, base64, fromBase58, fromBase64 } from '../bytes'
import type { Connected, ConnectRequest, Emit, Fields, WalletAdapter } from '../WalletAdapter'
import { signatureOf } from './signatureOf'

/** What differs between the APIs of Solana's wallets. `account` is one of those that it connected. */
export interface SolanaWallet<Account> {
  /** The accounts that the page may use; none where it may not. */
  connect(silent: boolean): Promise<readonly Account[]>
  disconnect?(): unknown
  addressOf(account: Account): string
  /** CAIP-2 ids of the chains that it serves; none where it does not say. */
  chains(): readonly string[]
  /** Calls back with the accounts after each change. Returns the way to stop. */
  watch(changed: (accounts: readonly Account[]) => void): () => void
  signMessage(account: Account, message: Uint8Array): Promise<Uint8Array | undefined>
  /** Signs several transactions at once; answers as many, in the same order. */
  signTransactions(
    account: Account,
    transactions: readonly Uint8Array[],
    chain: string,
  ): Promise<readonly (Uint8Array | undefined)[]>
  /** Signs and sends a transaction; answers its signature as base58. */
  send(
    account: Account,
    transaction: Uint8Array,
    chain: string,
    options: unknown,
  ): Promise<string | undefined>
}

/** A Solana wallet with WalletConnect's methods. */
export function solanaWalletAdapter<Account>(wallet: SolanaWallet<Account>): WalletAdapter {
  let accounts: readonly Account[] = []

  const listed = () => accounts.map(account => ({ address: wallet.addressOf(account) }))
  const keys = () => accounts.map(account => ({ pubkey: wallet.addressOf(account) }))

  async function connect(request: ConnectRequest): Promise<Connected> {
    const chains = wallet.chains()
    if (chains.length > 0 && !chains.includes(request.chain))
      throw unsupported(`the network ${request.chain}`)
    const found = await wallet.connect(request.silent)
    if (request.silent && found.length === 0) throw unauthorized()
    accounts = found
    return { accounts: listed(), ...(chains.length > 0 && { chains }) }
  }

  /** The account that is meant; the first where none is named. */
  function signer({ pubkey, feePayer }: Fields): Account {
    const key = pubkey ?? feePayer
    const found = accounts.find(account => key === undefined || wallet.addressOf(account) === key)
    if (found === undefined) throw unauthorized()
    return found
  }

  async function sign(params: Fields, transactions: readonly Uint8Array[], chain: string) {
    const account = signer(params)
    const signed = await wallet.signTransactions(account, transactions, chain)
    const key = fromBase58(wallet.addressOf(account))
    return transactions.map((_, place) => {
      const transaction = signed[place]
      if (!transaction) throw junk('signed transaction')
      const signature = signatureOf(transaction, key)
      return {
        ...(signature && { signature: base58(signature) }),
        transaction: base64(transaction),
      }
    })
  }

  return {
    connect,
    disconnect() {
      accounts = []
      return wallet.disconnect?.()
    },
    watch: (emit: Emit) =>
      wallet.watch(now => {
        accounts = now
        emit('accountsChanged', listed())
      }),
    methods: {
      solana_getAccounts: keys,
      async solana_requestAccounts(_, chain) {
        if (accounts.length === 0) await connect({ chain, silent: false })
        return keys()
      },
      async solana_signMessage(params) {
        const signature = await wallet.signMessage(signer(params), fromBase58(params.message))
        if (!signature) throw junk('signature')
        return { signature: base58(signature) }
      },
      solana_signTransaction: (params, chain) =>
        sign(params, [fromBase64(params.transaction)], chain).then(([signed]) => signed),
      async solana_signAllTransactions(params, chain) {
        if (!Array.isArray(params.transactions)) throw invalid('transactions must be a list')
        const signed = await sign(params, params.transactions.map(fromBase64), chain)
        return { transactions: signed.map(({ transaction }) => transaction) }
      },
      async solana_signAndSendTransaction(params, chain) {
        const { transaction, sendOptions } = params
        const bytes = fromBase64(transaction)
        const signature = await wallet.send(signer(params), bytes, chain, sendOptions)
        if (!signature) throw junk('signature')
        return { signature }
      },
    },
  }
}
