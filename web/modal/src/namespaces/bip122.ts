import { at, can, isObject, listAt, textAt } from '../all/stranger'
import type { Adapter } from './Adapter'
import { leatherAdapter } from './bip122/leather'
import { satsConnectAdapter } from './bip122/satsConnect'
import { standardAdapter } from './bip122/standard'
import { unisatAdapter } from './bip122/unisat'
import { discoverInjected, type Injected } from './injected'
import { discoverStandard } from './walletStandard'

/** Wallets that put an object on the window, by their paths there. */
const placed: readonly Omit<Injected, 'object'>[] = [
  { rdns: 'LeatherProvider', name: 'Leather', adapterOf: leatherAdapter },
  { rdns: 'okxwallet.bitcoin', name: 'OKX Wallet', adapterOf: unisatAdapter },
  { rdns: 'binancew3w.bitcoin', name: 'Binance Wallet', adapterOf: unisatAdapter },
  { rdns: 'bitkeep.unisat', name: 'Bitget Wallet', adapterOf: unisatAdapter },
  { rdns: 'unisat', name: 'UniSat', adapterOf: unisatAdapter },
  { rdns: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', adapterOf: satsConnectAdapter },
]

/** The lazy chunk of bip122: the Wallet Standard, sats-connect, Leather, and the family of UniSat. */
export const discover: Adapter['discover'] = announce => {
  /** What a wallet of the standard has in it is that wallet, wherever else it stands. */
  const inside = new Set<unknown>()
  const stopStandard = discoverStandard(
    'bip122',
    wallet => {
      inside.add(at(wallet, 'features', 'sats-connect:', 'provider'))
      return standardAdapter(wallet)
    },
    announce,
  )
  const stopInjected = discoverInjected('bip122', announce, () =>
    [...listed(), ...placed.map(one => ({ ...one, object: objectAt(one.rdns) }))].filter(
      ({ object }) => !inside.has(object),
    ),
  )
  return () => {
    stopStandard()
    stopInjected()
  }
}

/** What wallets wrote into sats-connect's list: an id, which is a path on the window, name and icon. */
function listed(): Injected[] {
  return listAt(window, 'btc_providers').flatMap(one => {
    const rdns = textAt(one, 'id')
    const name = textAt(one, 'name')
    if (
      !rdns ||
      !name ||
      placed.some(other => other.rdns === rdns && other.adapterOf !== satsConnectAdapter)
    )
      return []
    const adapterOf = (object: object) =>
      can(object, 'request') ? satsConnectAdapter(object) : undefined
    return [{ rdns, name, icon: at(one, 'icon'), object: objectAt(rdns), adapterOf }]
  })
}

/** Binance's wallet stands in for UniSat too, and is on the list already. */
function objectAt(path: string): unknown {
  const object = at(window, ...path.split('.'))
  return path === 'unisat' && isObject(object) && at(object, 'isBinance') ? undefined : object
}
