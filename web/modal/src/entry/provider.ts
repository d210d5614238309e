import type { Store } from '../../../shell/src/entry/store'
import * as codes from '../../../shell/src/generated/codes'
import { ProviderRpcError } from '../all/ProviderRpcError'
import { chainIn, isRestoring, shownChain } from '../all/selectors'
import type { Eip1193Provider } from '../all/surface'
import type { Call, Face } from '../engine/face'
import type { Ask } from '../generated/Ask'
import { accountsMethods, connectionMethods, otherMethods } from '../generated/methods'
import type { Namespace } from '../generated/Namespace'

/** What the provider stands on. */
export interface ProviderParts {
  store: Pick<Store, 'get'>
  /** Asks the engine; waits for it, and for a connection that is coming back. */
  ask(ask: Ask): Promise<unknown>
  /** Asks the connected wallet. Nobody is connected before the engine is there. */
  askWallet(face: Face, call: Call): unknown
}

type Listener = (value: never) => void

/**
 * The EIP-1193 face of a namespace, there before the engine is, and what the engine needs to tell its
 * events and to ask its wallet. Those requests that change what is connected are asked of the engine.
 */
export function createProvider(
  { store, ask, askWallet }: ProviderParts,
  namespace: Namespace,
): { provider: Eip1193Provider; face: Face } {
  const listeners: { [event: string]: Map<Listener, boolean> } = {}
  const face: Face = { namespace, listeners, ProviderRpcError }
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
    if (account()?.status === 'connected') return askWallet(face, call)
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
  return { provider, face }
}
