import * as codes from '../../../shell/src/generated/codes'
import { ProviderRpcError } from '../all/ProviderRpcError'
import { chainIn, isRestoring, shownChain } from '../all/selectors'
import type { Eip1193Provider } from '../all/surface'
import type { AskWalletParts } from '../engine/askWallet'
import type { Call, Face } from '../engine/face'
import { accountsMethods, connectionMethods, otherMethods } from '../generated/methods'
import type { Namespace } from '../generated/Namespace'
import type { Engine } from './chunks'

/** What the provider stands on. */
export interface ProviderParts extends AskWalletParts {
  /** Where it is there; nobody is connected before. */
  engine(): Pick<Engine, 'askWallet'> | undefined
}

type Listener = (value: never) => void

/** A provider, and what the engine needs to tell its events and to ask its wallet. */
export interface Provided extends Face {
  provider: Eip1193Provider
}

/**
 * The EIP-1193 face of a namespace, there before the engine is. Those requests that change what is
 * connected are asked of the engine; it waits for a connection that is coming back.
 */
export function createProvider(parts: ProviderParts, namespace: Namespace): Provided {
  const { store, ask } = parts
  const listeners: { [event: string]: Map<Listener, boolean> } = {}
  const account = () => store.get().accounts[namespace]
  const askEngine = (method: string, params?: unknown) =>
    ask({ type: 'request', namespace, method, params })

  async function request(call: Call): Promise<unknown> {
    const { method, params } = call
    const name = `${namespace}:${method}`
    const isAboutAccounts = accountsMethods.test(name)
    // While nobody is there, this needs no engine.
    if (isAboutAccounts && (account()?.status ?? 'disconnected') === 'disconnected') return []
    if (isAboutAccounts || connectionMethods.test(name) || otherMethods.test(name))
      return askEngine(method, params)
    if (isRestoring(account())) await askEngine('eth_accounts')
    if (account()?.status === 'connected') return parts.engine()?.askWallet(parts, face, call)
    if (method === 'eth_chainId') return shownChain(chainIn(store.get(), namespace))
    throw new ProviderRpcError({ code: codes.unauthorized, message: codes.notConnected })
  }

  function listen(event: string, listener: Listener, isOnce: boolean) {
    listeners[event] = (listeners[event] ?? new Map()).set(listener, isOnce)
    return provider
  }

  const provider: Eip1193Provider = {
    isLatchkit: true,
    request: request as Eip1193Provider['request'],
    on: (event, listener: Listener) => listen(event, listener, false),
    once: (event, listener: Listener) => listen(event, listener, true),
    removeListener(event, listener: Listener) {
      listeners[event]?.delete(listener)
      return provider
    },
  }
  const face = { namespace, listeners, ProviderRpcError, provider }
  return face
}
