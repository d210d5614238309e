import type { Wallets } from '../../../shell/src/all/WalletProvider'
import type { PageIntent, Store } from '../../../shell/src/entry/store'
import { goneError } from '../all/failures'
import { chainIn, shownChain } from '../all/selectors'
import type { Ask } from '../generated/Ask'
import type { Call, Face } from './face'

/** What a connected wallet is asked with. */
export interface AskWalletParts {
  store: Pick<Store, 'get'>
  wallets: Pick<Wallets, 'provider'>
  ask(ask: Ask): Promise<unknown>
  send(intent: PageIntent): void
}

/** What moves something, where the wallet does it. */
const moves = /^(eth_send|wallet_sendCalls|solana_signAndSend|sendTransfer)/
/** Those that answer a transaction, and not a bundle or an operation of a smart account. */
const sends = /^(eth_send(Raw)?Transaction|solana_signAndSendTransaction)$/

/**
 * Asks the connected wallet, with its results and errors untouched. The engine hears what it sent, and for
 * whom: by the time of the answer another account may be in use.
 */
export function askWallet(parts: AskWalletParts, face: Face, call: Call): unknown {
  const account = parts.store.get().accounts[face.namespace]?.caipAddress
  const answer = answerOf(parts, face, call)
  if (account && moves.test(call.method))
    Promise.resolve(answer).then(
      value => parts.send({ type: 'sent', account, hash: hashIn(call, value) }),
      () => undefined,
    )
  return answer
}

/** The hash, or signature, that a wallet answered. */
function hashIn({ method }: Call, answer: unknown): string | undefined {
  const told = (answer as { signature?: unknown } | null | undefined)?.signature ?? answer
  return typeof told === 'string' && sends.test(method) ? told : undefined
}

/** Of the wallet's own object, or of the engine, which asks what speaks to a wallet that is not in the page. */
function answerOf(
  { store, wallets, ask }: AskWalletParts,
  { namespace, ProviderRpcError }: Face,
  call: Call,
): unknown {
  const account = store.get().accounts[namespace]
  const carrier = account?.connectedWalletInfo?.carrier
  if (carrier?.type === 'module') {
    const { method, params } = call
    return method === 'eth_chainId'
      ? shownChain(chainIn(store.get(), namespace))
      : ask({ type: 'request', namespace, method, params })
  }
  const provider = wallets.provider(carrier?.handle ?? 0)
  if (!provider) throw new ProviderRpcError(goneError)
  return provider.request(call, namespace === 'eip155' ? undefined : account?.chain)
}
