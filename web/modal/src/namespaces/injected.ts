import { isObject, quietly } from '../all/stranger'
import type { Namespace } from '../generated/Namespace'
import type { Announce } from './Adapter'
import type { Face } from './Face'
import { idOf } from './idOf'
import { type Provided, providerOf } from './providerOf'

/** An object that a wallet may have put on the page. */
export interface Injected {
  rdns: string
  name: string
  icon?: unknown
  /** The object, if it is there. */
  object: unknown
  faceOf(object: object): Face | undefined
}

const known = new WeakMap<object, Provided & { uuid: string }>()
let count = 0

/**
 * Announces the objects that `look` finds, now and once the page has loaded, since scripts of extensions
 * may come late. An object is one wallet, whatever names it goes by: the first counts.
 */
export function discoverInjected(
  namespace: Namespace,
  announce: Announce,
  look: () => readonly Injected[],
): () => void {
  const seen = new Set<object>()

  function introduce({ object, faceOf, rdns, name, icon }: Injected) {
    if (!isObject(object) || seen.has(object)) return
    const one = known.get(object) ?? meet(object, faceOf)
    if (!one) return
    seen.add(object)
    announce({ namespace, uuid: one.uuid, rdns: idOf(rdns), name, icon }, one.provider)
  }

  function meet(object: object, faceOf: Injected['faceOf']) {
    const face = faceOf(object)
    if (!face) return undefined
    const one = { ...providerOf(face), uuid: `${namespace}:injected:${++count}` }
    known.set(object, one)
    return one
  }

  const lookNow = () => {
    for (const one of quietly(look) ?? []) quietly(() => introduce(one))
  }
  lookNow()
  if (document.readyState === 'complete') return () => {}
  addEventListener('load', lookNow)
  return () => removeEventListener('load', lookNow)
}
