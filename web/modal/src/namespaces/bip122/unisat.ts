import { at, call, can, listAt, quietly } from '../../all/stranger'
import { base64, fromBase64, fromHex, hex } from '../bytes'
import type { WalletAdapter } from '../WalletAdapter'
import { type BitcoinAccount, bitcoinWalletAdapter } from './BitcoinWallet'
import { caipOf, mainnet, nameOf, testnet } from './chains'

/**
 * The API that UniSat began, spoken by Bitget, Binance and OKX too: https://docs.unisat.io. One address
 * for everything; PSBTs in hexadecimal.
 */
export function unisatAdapter(unisat: object): WalletAdapter {
  const networkNow = async () =>
    can(unisat, 'getNetwork') ? call(unisat, 'getNetwork') : undefined

  const permitted = async () => (can(unisat, 'getAccounts') ? call(unisat, 'getAccounts') : [])

  /** Older ones of OKX know `connect` only. */
  const permission = async () =>
    can(unisat, 'requestAccounts')
      ? call(unisat, 'requestAccounts')
      : [at(await call(unisat, 'connect'), 'address')]

  async function accountsOf(addresses: unknown): Promise<BitcoinAccount[]> {
    const [address] = listAt({ addresses }, 'addresses')
    if (typeof address !== 'string' || !address) return []
    const key = await Promise.resolve(quietly(() => call(unisat, 'getPublicKey'))).catch(() => null)
    return [{ address, type: 'payment', ...(typeof key === 'string' && key && { publicKey: key }) }]
  }

  /** Asks to go to the chain, where the wallet can. The address is another there. */
  async function move(chain: string): Promise<boolean> {
    const wanted = nameOf('unisat', chain)
    if (!wanted || !can(unisat, 'switchNetwork') || (await networkNow()) === wanted) return false
    await call(unisat, 'switchNetwork', wanted)
    return true
  }

  /** Its chain; and all of those it can go to, once it is on the one that is wanted. */
  async function chainsNow(wanted: string): Promise<string[]> {
    const [now] = caipOf('unisat', [await networkNow()])
    if (now === undefined) return []
    return now === wanted && can(unisat, 'switchNetwork') ? [mainnet, testnet] : [now]
  }

  return bitcoinWalletAdapter({
    async connect({ chain, silent }) {
      let addresses = await (silent ? permitted() : permission())
      if (!silent && (await move(chain))) addresses = await permitted()
      return { accounts: await accountsOf(addresses), chains: await chainsNow(chain) }
    },
    disconnect: () => (can(unisat, 'disconnect') ? call(unisat, 'disconnect') : undefined),
    watch(changed, moved) {
      if (!can(unisat, 'on')) return () => {}
      const hearAccounts = async (addresses: unknown) => changed(await accountsOf(addresses))
      const hearNetwork = (network: unknown) => {
        const [chain] = caipOf('unisat', [network])
        if (chain) moved(chain)
      }
      call(unisat, 'on', 'accountsChanged', hearAccounts)
      call(unisat, 'on', 'networkChanged', hearNetwork)
      return () => {
        call(unisat, 'removeListener', 'accountsChanged', hearAccounts)
        call(unisat, 'removeListener', 'networkChanged', hearNetwork)
      }
    },
    async signMessage({ message, protocol }) {
      const how = protocol === 'bip322' ? 'bip322-simple' : protocol
      const signature = await call(unisat, 'signMessage', message, ...(how ? [how] : []))
      return { signature: asText(signature) }
    },
    async sendTransfer({ recipient, sats }) {
      return asText(await call(unisat, 'sendBitcoin', recipient, sats))
    },
    async signPsbt({ psbt, inputs, broadcast }) {
      const toSignInputs = inputs.map(({ account, index, sighashTypes }) => ({
        index,
        address: account.address,
        ...(sighashTypes && { sighashTypes }),
      }))
      const options = { autoFinalized: broadcast, ...(inputs.length > 0 && { toSignInputs }) }
      const signed = asText(await call(unisat, 'signPsbt', hex(fromBase64(psbt)), options))
      const txid = broadcast && signed ? asText(await call(unisat, 'pushPsbt', signed)) : undefined
      return { psbt: signed && base64(fromHex(signed)), txid }
    },
  })
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
