import { at } from '../all/stranger'
import type { Adapter } from './Adapter'
import { discoverInjected } from './injected'
import { coinbaseAdapter } from './solana/coinbase'
import { standardAdapter } from './solana/standard'
import { discoverStandard } from './walletStandard'

/** The lazy chunk of solana: wallets of the Wallet Standard, and Coinbase's own object. */
export const discover: Adapter['discover'] = announce => {
  const names = new Set<string>()
  const stopStandard = discoverStandard('solana', standardAdapter, (description, provider) => {
    names.add(description.name)
    announce(description, provider)
  })
  const stopInjected = discoverInjected('solana', announce, () => {
    const object = names.has(coinbase.name) ? undefined : at(window, 'coinbaseSolana')
    return [{ ...coinbase, object, adapterOf: coinbaseAdapter }]
  })
  return () => {
    stopStandard()
    stopInjected()
  }
}

const coinbase = { rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet' }
