import type { WalletProvider } from '../../../shell/src/all/WalletProvider'
import { gone, invalid, providerErrorOf, unauthorized, unsupported } from '../all/failures'
import { isObject, quietly } from '../all/stranger'
import type { ConnectRequest, Emit, Fields, WalletAdapter } from './WalletAdapter'

type Listener = (value: unknown) => void

/** The provider of a wallet, in the shape of EIP-1193, and the way to tell those who listen to it. */
export interface Provided {
  provider: WalletProvider
  emit: Emit
}

/**
 * Makes the provider of a wallet adapter. It listens to the wallet only while somebody listens to it; what
 * is thrown, whether by the wallet or by us, comes out as a `ProviderRpcError`. All instances of the page
 * share it: one that disconnects tells the others.
 */
export function providerOf(adapter: WalletAdapter): Provided {
  const listeners = new Map<string, Set<Listener>>()
  let stop: (() => void) | undefined

  function answer(method: string, params: unknown, chain: string | undefined): unknown {
    if (adapter.isGone?.()) throw gone()
    const fields = fieldsOf(params)
    if (method === 'connect') return adapter.connect(connectRequestOf(fields))
    if (method === 'disconnect') return leave()
    if (!Object.hasOwn(adapter.methods, method)) {
      const known = Object.keys(adapter.methods).join(', ')
      throw unsupported(`${method}, but ${known}`)
    }
    if (chain === undefined) throw unauthorized()
    return adapter.methods[method]?.(fields, chain)
  }

  function leave(): unknown {
    try {
      return adapter.disconnect?.()
    } finally {
      emit('disconnect')
    }
  }

  const emit: Emit = (event, value) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }

  const isHeard = () => [...listeners.values()].some(({ size }) => size > 0)

  // A wallet that cannot be listened to is one that never changes.
  const listen = () => {
    stop = quietly(() => adapter.watch?.(emit))
  }

  const unwatch = () => {
    quietly(() => stop?.())
    stop = undefined
  }

  const provider: WalletProvider = {
    async request({ method, params }, chain) {
      try {
        return (await answer(method, params, chain)) ?? null
      } catch (error) {
        throw providerErrorOf(error)
      }
    },
    on(event, listener) {
      const isFirst = !isHeard()
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      if (isFirst) listen()
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      if (!isHeard()) unwatch()
      return provider
    },
  }
  return { provider, emit }
}

/** WalletConnect's methods take an object; some libraries put it into a list. */
function fieldsOf(params: unknown): Fields {
  const first = Array.isArray(params) ? params[0] : params
  return isObject(first) ? (first as Fields) : {}
}

function connectRequestOf({ chain, silent }: Fields): ConnectRequest {
  if (typeof chain !== 'string') throw invalid('connect needs a chain')
  return { chain, silent: silent === true }
}
