import { isObject, quietly } from '../all/stranger'
import type { Namespace } from '../generated/Namespace'
import type { Announce } from './Adapter'
import { idOf } from './idOf'
import { type Provided, providerOf } from './providerOf'
import type { WalletAdapter } from './WalletAdapter'

/** An object that a wallet may have put on the page. */
export interface Injected {
  rdns: string
  name: string
  icon?: unknown
  /** The object, if it is there. */
  object: unknown
  adapterOf(object: object): WalletAdapter | undefined
}

const known = new WeakMap<object, Provided>()

/**
 * Announces the objects that `look` finds, now and once the page has loaded, since scripts of extensions
 * may come late. An object is one wallet, whatever names it goes by: the first counts. The page may ask for
 * all of them again.
 */
export function discoverInjected(
  namespace: Namespace,
  announce: Announce,
  look: () => readonly Injected[],
): () => void {
  const seen = new Map<object, () => void>()

  function introduce({ object, adapterOf, rdns, name, icon }: Injected) {
    if (!isObject(object) || seen.has(object)) return
    const one = known.get(object) ?? meet(object, adapterOf)
    if (!one) return
    const description = { namespace, rdns: idOf(rdns), name, icon, isInjected: true }
    const tell = () => announce(description, one.provider, object)
    seen.set(object, tell)
    tell()
  }

  function meet(object: object, adapterOf: Injected['adapterOf']) {
    const adapter = adapterOf(object)
    if (!adapter) return undefined
    const one = providerOf(adapter)
    known.set(object, one)
    return one
  }

  const lookNow = () => {
    for (const one of quietly(look) ?? []) quietly(() => introduce(one))
  }
  const tellAgain = () => {
    for (const tell of [...seen.values()]) tell()
  }
  lookNow()
  addEventListener('load', lookNow)
  addEventListener('eip6963:requestProvider', tellAgain)
  return () => {
    removeEventListener('load', lookNow)
    removeEventListener('eip6963:requestProvider', tellAgain)
  }
}
