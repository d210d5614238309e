import { invalid, junk, unauthorized } from '../all/failures'
import { at, call, can, listAt, textAt } from '../all/stranger'
import type { Adapter } from './Adapter'
import { hex } from './bytes'
import { discoverInjected } from './injected'
import { permittedOf } from './permitted'
import type { ChainAccount, Connected, WalletAdapter } from './WalletAdapter'

/** What people call the extensions; others are called by their keys. */
const names: { readonly [key: string]: string } = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  enkrypt: 'Enkrypt',
  'fearless-wallet': 'Fearless Wallet',
  polkagate: 'PolkaGate',
  trust: 'Trust Wallet',
  'aleph-zero': 'Aleph Zero Signer',
}

/** Nova, a browser of its own, answers as Polkadot.js. */
const nameOf = (key: string): string =>
  key === 'polkadot-js' && at(window, 'walletExtension', 'isNovaWallet')
    ? 'Nova Wallet'
    : (names[key] ?? key)

/** The lazy chunk of polkadot: the extensions in `window.injectedWeb3`. */
export const discover: Adapter['discover'] = announce =>
  discoverInjected('polkadot', announce, () =>
    Object.keys(at(window, 'injectedWeb3') ?? {}).map(key => ({
      rdns: key,
      name: nameOf(key),
      object: at(window, 'injectedWeb3', key),
      adapterOf: entry => extensionAdapter(entry, key),
    })),
  )

/**
 * An extension of polkadot's: https://polkadot.js.org/docs/extension. `enable` asks a person once per page
 * and answers at once from then on.
 */
function extensionAdapter(entry: object, id: string): WalletAdapter | undefined {
  const permitted = permittedOf(`polkadot:${id}`)
  let enabled: unknown
  /** Those of all chains. */
  let accounts: ChainAccount[] = []
  if (!can(entry, 'enable')) return undefined

  async function connect(asked: { chain: string; silent: boolean }): Promise<Connected> {
    if (asked.silent && !permitted.has('')) throw unauthorized()
    const extension = await call(entry, 'enable', document.title || location.host)
    const all = accountsIn(await call(at(extension, 'accounts'), 'get'))
    const found = all.filter(isOn(asked.chain))
    if (asked.silent && found.length === 0) throw unauthorized()
    permitted.add('')
    enabled = extension
    accounts = all
    return { accounts: found }
  }

  /** The extension's signer, for one of the accounts that the page may use on a chain. */
  function signerOf(address: unknown, chain: string): unknown {
    const usable = accounts.filter(isOn(chain))
    if (!usable.some(account => account.address === address)) throw unauthorized()
    return at(enabled, 'signer')
  }

  return {
    connect,
    disconnect() {
      permitted.clear()
      enabled = undefined
      accounts = []
    },
    watch(emit) {
      const subscribing = at(enabled, 'accounts')
      if (!can(subscribing, 'subscribe')) return () => {}
      const stop = call(subscribing, 'subscribe', (all: unknown) => {
        const before = JSON.stringify(accounts)
        accounts = accountsIn(all)
        // It tells those who subscribe what they know already.
        if (JSON.stringify(accounts) !== before) emit('accountsChanged', accounts)
      })
      return () => void (typeof stop === 'function' && stop())
    },
    methods: {
      async polkadot_signMessage({ address, message }, chain) {
        if (typeof message !== 'string') throw invalid('message must be text')
        const data = /^0x[\da-f]*$/i.test(message)
          ? message
          : `0x${hex(new TextEncoder().encode(message))}`
        const signer = signerOf(address, chain)
        return signed(await call(signer, 'signRaw', { address, data, type: 'bytes' }))
      },
      async polkadot_signTransaction({ address, transactionPayload }, chain) {
        const payload = transactionPayload ?? {}
        const signer = signerOf(address, chain)
        return signed(await call(signer, 'signPayload', { ...payload, address }))
      },
    },
  }
}

function signed(answer: unknown) {
  const signature = textAt(answer, 'signature')
  if (!signature) throw junk('signature')
  const signedTransaction = textAt(answer, 'signedTransaction')
  return { signature, ...(signedTransaction && { signedTransaction }) }
}

/** Accounts may be kept for one chain, by its first block; those in Ethereum's format are for none of ours. */
const accountsIn = (all: unknown): ChainAccount[] =>
  listAt({ all }, 'all').flatMap(one => {
    const address = textAt(one, 'address')
    const genesis = textAt(one, 'genesisHash')
    if (!address || at(one, 'type') === 'ethereum') return []
    const chain = genesis && `polkadot:${genesis.slice(2, 34)}`
    return [{ address, type: 'eoa' as const, ...(chain && { chain }) }]
  })

const isOn =
  (wanted: string) =>
  ({ chain = wanted }: ChainAccount) =>
    chain === wanted
