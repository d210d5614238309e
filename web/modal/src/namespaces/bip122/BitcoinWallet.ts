import { elsewhere, invalid, junk, unauthorized } from '../../all/failures'
import { at, listAt } from '../../all/stranger'
import { fromBase64 } from '../bytes'
import type { ChainAccount, ConnectRequest, Fields, WalletAdapter } from '../WalletAdapter'

/** An address that the page may use. */
export interface BitcoinAccount extends ChainAccount {
  type: 'payment' | 'ordinal'
  /** Where it was derived, such as `m/84'/0'/0'/0/0`. */
  path?: string
}

/** How a message is signed. Left out, the wallet decides. */
export type Protocol = 'ecdsa' | 'bip322' | undefined

/** An input of a transaction that one of the accounts has to sign. */
export interface SignInput {
  account: BitcoinAccount
  index: number
  sighashTypes?: readonly number[]
}

/** What differs between the APIs of Bitcoin's wallets. */
export interface BitcoinWallet {
  /** The addresses that the page may use, payment first, none where it may not; and where they are for. */
  connect(
    request: ConnectRequest,
  ): Promise<{ accounts: readonly BitcoinAccount[]; chains?: readonly string[] }>
  disconnect?(): unknown
  /** Calls back with the accounts after each change, and when the chain is another. */
  watch?(
    changed: (accounts: readonly BitcoinAccount[]) => void,
    moved: (chain: string) => void,
  ): () => void
  signMessage(ask: {
    account: BitcoinAccount
    message: string
    protocol: Protocol
    chain: string
  }): Promise<{ signature?: string | undefined; messageHash?: string | undefined }>
  /** Sends satoshis; answers the transaction's id. */
  sendTransfer(ask: {
    account: BitcoinAccount
    recipient: string
    sats: number
    chain: string
  }): Promise<string | undefined>
  /** Signs a PSBT in base64. Only with `broadcast` there is an id, and then there may be no PSBT. */
  signPsbt(ask: {
    psbt: string
    inputs: readonly SignInput[]
    broadcast: boolean
    chain: string
  }): Promise<{ psbt?: string | undefined; txid?: string | undefined }>
}

/** A Bitcoin wallet with WalletConnect's methods. */
export function bitcoinWalletAdapter(wallet: BitcoinWallet): WalletAdapter {
  /** By chain: an address is for one only. */
  const connected = new Map<string, readonly BitcoinAccount[]>()
  /** Those told last, by a wallet that went to another chain or account by itself. */
  let latest: readonly BitcoinAccount[] = []

  function renew(accounts: readonly BitcoinAccount[]) {
    connected.clear()
    latest = accounts
  }

  return {
    async connect(request) {
      const { accounts: found, chains = [] } = await wallet.connect(request)
      // An address is for one chain only: those of another would be lost money.
      if (chains.length > 0 && !chains.includes(request.chain))
        throw request.silent ? unauthorized() : elsewhere()
      if (request.silent && found.length === 0) throw unauthorized()
      connected.set(request.chain, found)
      latest = found
      return { accounts: listed(found), ...(chains.length > 0 && { chains }) }
    },
    disconnect() {
      renew([])
      return wallet.disconnect?.()
    },
    ...(wallet.watch && {
      watch: emit =>
        wallet.watch?.(
          now => {
            renew(now)
            emit('accountsChanged', listed(now))
          },
          now => emit('chainChanged', now),
        ) ?? (() => {}),
    }),
    methods: methodsOf(wallet, chain => connected.get(chain) ?? latest),
  }
}

const listed = (accounts: readonly BitcoinAccount[]) =>
  accounts.map(({ address, publicKey, type }) => ({
    address,
    type,
    ...(publicKey && { publicKey }),
  }))

/** WalletConnect's methods, for the accounts that are connected on a chain. */
function methodsOf(
  wallet: BitcoinWallet,
  accountsOn: (chain: string) => readonly BitcoinAccount[],
): WalletAdapter['methods'] {
  /** The account of an address; the first where none is named. */
  function accountOf(address: unknown, chain: string): BitcoinAccount {
    const found = accountsOn(chain).find(one => address === undefined || one.address === address)
    if (!found) throw unauthorized()
    return found
  }

  return {
    getAccountAddresses(_, chain) {
      accountOf(undefined, chain)
      return accountsOn(chain).map(({ address, publicKey = '', path, type }) => ({
        address,
        publicKey,
        ...(path && { path }),
        intention: type,
      }))
    },
    async signMessage({ account, address, message, protocol }, chain) {
      if (typeof message !== 'string') throw invalid('message must be text')
      const one = accountOf(address ?? account, chain)
      const signed = await wallet.signMessage({
        account: one,
        message,
        protocol: protocol === 'ecdsa' || protocol === 'bip322' ? protocol : undefined,
        chain,
      })
      if (!signed.signature) throw junk('signature')
      const { signature, messageHash } = signed
      return { address: one.address, signature, ...(messageHash && { messageHash }) }
    },
    async sendTransfer({ account, recipientAddress, amount }, chain) {
      if (typeof recipientAddress !== 'string') throw invalid('recipientAddress must be text')
      const ask = {
        account: accountOf(account, chain),
        recipient: recipientAddress,
        sats: satsOf(amount),
      }
      const txid = await wallet.sendTransfer({ ...ask, chain })
      if (!txid) throw junk('transaction id')
      return { txid }
    },
    async signPsbt(params, chain) {
      const { psbt, broadcast } = params
      fromBase64(psbt)
      const inputs = signInputsOf(params, address => accountOf(address, chain))
      const ask = { psbt: psbt as string, inputs, broadcast: broadcast === true, chain }
      const signed = await wallet.signPsbt(ask)
      if (!signed.psbt && !signed.txid) throw junk('signed PSBT')
      return {
        ...(signed.psbt && { psbt: signed.psbt }),
        ...(signed.txid && { txid: signed.txid }),
      }
    },
  }
}

/** Satoshis: all there will ever be fit a number. */
function satsOf(amount: unknown): number {
  const sats = typeof amount === 'string' && /^\d+$/.test(amount) ? Number(amount) : amount
  if (Number.isSafeInteger(sats) && (sats as number) > 0) return sats as number
  throw invalid('amount must be a whole number of satoshis')
}

/** WalletConnect's list of `{address, index, sighashTypes?}`. */
function signInputsOf(
  { account, signInputs = [] }: Fields,
  accountOf: (address: unknown) => BitcoinAccount,
): SignInput[] {
  if (!Array.isArray(signInputs)) throw invalid('signInputs must be a list')
  return signInputs.map((input: unknown) => {
    const index = at(input, 'index')
    if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0)
      throw invalid('each of signInputs needs an index')
    const sighashTypes = listAt(input, 'sighashTypes').filter(flag => typeof flag === 'number')
    return {
      account: accountOf(at(input, 'address') ?? account),
      index,
      ...(sighashTypes.length > 0 && { sighashTypes }),
    }
  })
}
