import * as codes from '../../../../shell/src/generated/codes'
import { elsewhere, providerErrorOf } from '../../all/failures'
import { at, call, can, listAt, textAt } from '../../all/stranger'
import type { WalletAdapter } from '../WalletAdapter'
import { type BitcoinAccount, bitcoinWalletAdapter } from './BitcoinWallet'
import { caipOf } from './chains'

/** A provider may be there before its extension is: so often it is asked again, after so long each time. */
const retries = 3
const retryAfterMs = 200

/** sats-connect's own meanings: the person said no; the page is not permitted, and must ask otherwise. */
const userRejection = -32000
const accessDenied = codes.resourceUnavailable

const purposes = ['payment', 'ordinals']

/** A wallet behind sats-connect's `request(method, params)`: https://docs.xverse.app/sats-connect */
export function satsConnectAdapter(provider: object): WalletAdapter {
  const ask = (method: string, params: unknown) => request(provider, method, params)

  async function connected(answer: Promise<unknown>) {
    const found = await answer
    const network = textAt(found, 'network', 'bitcoin', 'name')
    const chains = caipOf('satsConnect', [network])
    if (network && chains.length === 0) throw elsewhere()
    return { accounts: accountsOf(found), chains }
  }

  const remembered = () => connected(ask('wallet_getAccount', null))

  return bitcoinWalletAdapter({
    async connect({ silent }) {
      if (silent) return remembered().catch(() => ({ accounts: [] }))
      try {
        return await connected(patiently(() => ask('getAddresses', { purposes })))
      } catch (error) {
        if (providerErrorOf(error).code !== accessDenied) throw error
        return connected(ask('wallet_connect', { addresses: purposes }))
      }
    },
    disconnect: () => ask('wallet_disconnect', null),
    watch(changed, moved) {
      if (!can(provider, 'addListener')) return () => {}
      const renew = () =>
        remembered().then(
          ({ accounts, chains: [chain] }) => {
            if (chain) moved(chain)
            changed(accounts)
          },
          () => changed([]),
        )
      const stops = [
        call(provider, 'addListener', { eventName: 'accountChange', cb: renew }),
        call(provider, 'addListener', { eventName: 'networkChange', cb: renew }),
        call(provider, 'addListener', { eventName: 'disconnect', cb: () => changed([]) }),
      ]
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
    async signMessage({ account, message, protocol }) {
      const { address } = account
      const how = protocol && { protocol: protocol.toUpperCase() }
      const signed = await ask('signMessage', { address, message, ...how })
      return {
        signature: textAt(signed, 'signature'),
        messageHash: textAt(signed, 'messageHash'),
      }
    },
    sendTransfer: ({ recipient, sats }) => satsConnectTransfer(provider, recipient, sats),
    async signPsbt({ psbt, inputs, broadcast }) {
      const signInputs: { [address: string]: number[] } = {}
      for (const { account, index } of inputs) {
        const { address } = account
        signInputs[address] = [...(signInputs[address] ?? []), index]
      }
      const signed = await ask('signPsbt', { psbt, signInputs, broadcast })
      return { psbt: textAt(signed, 'psbt'), txid: textAt(signed, 'txid') }
    },
  })
}

/** Sends satoshis with sats-connect; answers the transaction's id. */
export async function satsConnectTransfer(
  provider: object,
  address: string,
  amount: number,
): Promise<string | undefined> {
  const params = { recipients: [{ address, amount }] }
  return textAt(await request(provider, 'sendTransfer', params), 'txid')
}

/** JSON-RPC: the result, or the error as an exception. */
async function request(provider: object, method: string, params: unknown): Promise<unknown> {
  const answer = await call(provider, 'request', method, params)
  const error = at(answer, 'error')
  if (error)
    throw providerErrorOf(
      at(error, 'code') === userRejection ? { ...error, code: codes.userRejected } : error,
    )
  return at(answer, 'result')
}

/** The first try is made in this turn. A person's no, or the wallet's, is not asked again. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = retries; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || [codes.userRejected, accessDenied].includes(providerErrorOf(error).code))
        throw error
    }
    await new Promise(resolve => setTimeout(resolve, retryAfterMs))
  }
}

function accountsOf(answer: unknown): BitcoinAccount[] {
  const found = listAt(answer, 'addresses').flatMap((one): BitcoinAccount[] => {
    const address = textAt(one, 'address')
    const purpose = textAt(one, 'purpose')
    if (!address || (purpose !== 'payment' && purpose !== 'ordinals')) return []
    const publicKey = textAt(one, 'publicKey')
    const type = purpose === 'payment' ? 'payment' : 'ordinal'
    return [{ address, type, ...(publicKey && { publicKey }) }]
  })
  return found.sort((one, other) => other.type.localeCompare(one.type))
}
