import { at, call, can, isObject, listAt, quietly, textAt } from '../all/stranger'
import type { Namespace } from '../generated/Namespace'
import type { Announce } from './Adapter'
import { idOf } from './idOf'
import { type Provided, providerOf } from './providerOf'
import type { WalletAdapter } from './WalletAdapter'

interface Known extends Provided {
  isGone: boolean
}

const known = new WeakMap<object, Known>()

/**
 * Announces the wallets of the [Wallet Standard](https://github.com/wallet-standard/wallet-standard) for
 * which `adapterOf` has an adapter. A wallet object keeps its provider for as long as the page lives; one
 * that unregisters disconnects, and is back if it registers again. The page may ask for all of them again.
 */
export function discoverStandard(
  namespace: Namespace,
  adapterOf: (wallet: object) => WalletAdapter | undefined,
  announce: Announce,
): () => void {
  /** Those that are registered, each with the way to stop listening to it. */
  const present = new Map<object, () => void>()

  function introduce(wallet: object) {
    const name = textAt(wallet, 'name')
    const one = name && (known.get(wallet) ?? meet(wallet))
    if (!name || !one) return
    one.isGone = false
    // Only who says an id has a domain for one: a name is nobody's.
    const rdns = idOf(textAt(wallet, 'id') ?? name.replaceAll('.', ' '))
    const icon = at(wallet, 'icon')
    announce({ namespace, rdns, name, icon }, one.provider, wallet)
  }

  function meet(wallet: object): Known | undefined {
    const adapter = adapterOf(wallet)
    if (!adapter) return undefined
    const provided = providerOf({ ...adapter, isGone: () => one.isGone })
    const one: Known = { ...provided, isGone: false }
    known.set(wallet, one)
    return one
  }

  const stop = watchRegistry(wallet => {
    quietly(() => introduce(wallet))
    const unwatch = onChange(wallet, change => {
      if (at(change, 'chains') || at(change, 'features')) introduce(wallet)
    })
    present.set(wallet, unwatch)
    return () => {
      present.delete(wallet)
      quietly(unwatch)
      const one = known.get(wallet)
      if (!one) return
      one.isGone = true
      one.emit('disconnect')
    }
  })
  const introduceAll = () => {
    for (const wallet of present.keys()) quietly(() => introduce(wallet))
  }
  addEventListener('eip6963:requestProvider', introduceAll)
  return () => {
    stop()
    removeEventListener('eip6963:requestProvider', introduceAll)
    for (const unwatch of present.values()) quietly(unwatch)
  }
}

/** Listens to `standard:events`, or to the events feature of that name. Returns the way to stop. */
export function onChange(
  wallet: object,
  listener: (change: unknown) => void,
  name = 'standard:events',
): () => void {
  const feature = at(wallet, 'features', name)
  if (!can(feature, 'on')) return () => {}
  const off = quietly(() =>
    call(feature, 'on', 'change', (change: unknown) => quietly(() => listener(change))),
  )
  return () => void (typeof off === 'function' && off())
}

/** The accounts of a wallet that are for a namespace of the standard, such as `solana`. */
export const accountsFor = (holder: unknown, prefix: string): object[] =>
  listAt(holder, 'accounts').filter(
    (account): account is object =>
      isObject(account) && textAt(account, 'address') !== undefined && serves(account, prefix),
  )

/** Whether a wallet or an account names a chain of a namespace of the standard. */
export const serves = (holder: object, prefix: string): boolean =>
  listAt(holder, 'chains').some(
    chain => typeof chain === 'string' && chain.startsWith(`${prefix}:`),
  )

/** Calls `found` once for each wallet object; what it returns is done when that unregisters. */
function watchRegistry(found: (wallet: object) => () => void): () => void {
  const registered = new Map<object, () => void>()
  let isListening = true

  function register(...wallets: unknown[]): () => void {
    const fresh = wallets.filter(isObject).filter(wallet => !registered.has(wallet))
    if (isListening) for (const wallet of fresh) registered.set(wallet, found(wallet))
    return () => {
      for (const wallet of fresh) {
        registered.get(wallet)?.()
        registered.delete(wallet)
      }
    }
  }

  const api = Object.freeze({ register })
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>
    if (isListening && typeof detail === 'function') quietly(() => detail(api))
  }
  addEventListener('wallet-standard:register-wallet', hear)
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  const unhook = quietly(() => hookNavigator(callback => quietly(() => callback(api))))
  return () => {
    isListening = false
    unhook?.()
    removeEventListener('wallet-standard:register-wallet', hear)
  }
}

type Callback = (api: unknown) => void

/**
 * The registration of older wallets: they push a function onto `navigator.wallets`. It stays a list that
 * every library of the page can read. Returns the way to stop.
 */
function hookNavigator(hear: (callback: Callback) => void): () => void {
  const holder = navigator as { wallets?: unknown }
  holder.wallets ??= []
  const list = holder.wallets
  if (!Array.isArray(list)) return () => {}
  const hearAll = (callbacks: unknown[]) => {
    for (const callback of callbacks) if (typeof callback === 'function') hear(callback as Callback)
  }
  const push = list.push
  const heard = (...callbacks: unknown[]) => {
    hearAll(callbacks)
    return push.apply(list, callbacks)
  }
  list.push = heard
  hearAll([...list])
  return () => {
    if (list.push === heard) list.push = push
  }
}
