import { uuid } from '../../../shell/src/engine/uuid'
import { decimalOf } from './chains'
import { ICON } from './icon'
import { Memory } from './memory'
import { DevProvider } from './provider'
import type { Quirk } from './quirks'
import { Code, RpcError } from './rpcError'

/** What a person can do in a wallet itself, without a site asking. */
export type DevWallet = {
  readonly name: string
  readonly quirk: Quirk
  readonly memory: Memory
  readonly chooseAccount: (index: number) => void
  readonly chooseChain: (id: string) => void
  readonly disconnectSite: () => void
  readonly loseNode: () => void
}

/**
 * Puts one dev wallet into the page, as a browser extension would: announced by EIP-6963, after the
 * quirk's delay, and again whenever the page asks for wallets.
 */
export function addWallet(quirk: Quirk, announcesAfterMs: number): DevWallet {
  const isNormal = quirk.id === 'normal'
  const name = isNormal ? 'Dev Wallet' : `Dev Wallet (${quirk.id})`
  const rdns = `dev.latchkit.${isNormal ? 'wallet' : quirk.id}`
  const memory = new Memory(quirk)
  const provider = new DevProvider(name, quirk, memory)
  const detail = Object.freeze({
    info: Object.freeze({ uuid: uuid(), name, icon: ICON, rdns }),
    provider,
  })
  const announce = () => {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const arrive = () => {
    addEventListener('eip6963:requestProvider', announce)
    announce()
    provider.emit('connect', { chainId: memory.read().chain })
  }
  if (announcesAfterMs > 0) setTimeout(arrive, announcesAfterMs)
  else arrive()

  return {
    name,
    quirk,
    memory,
    chooseAccount: account => memory.change({ account }),
    chooseChain: chain => memory.change({ chain }),
    disconnectSite: () => memory.forget(location.origin),
    loseNode: () => {
      const message = `Chain ${decimalOf(memory.read().chain)} is out of reach. Try again later.`
      provider.emit('disconnect', new RpcError(message, { code: Code.tryAgainLater }))
    },
  }
}
