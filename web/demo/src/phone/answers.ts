import type { Chain } from '../wallet/chains'
import type { Memory } from '../wallet/memory'
import type { Question } from '../wallet/messages'
import { methodNamed } from '../wallet/methods'
import type { WalletContext } from '../wallet/methods/method'
import { phone as quirk } from '../wallet/quirks'
import { Code, RpcError } from '../wallet/rpcError'
import type { Phone } from './generated/Phone'
import type { PhoneIntent } from './generated/PhoneIntent'
import type { PhoneRequest } from './generated/PhoneRequest'
import { hexOf, siteOf } from './names'
import type { Questions } from './questions'
import { solanaSignMessage } from './solana'

/** What answers are made of. */
export type Answering = {
  readonly memory: Memory
  readonly questions: Questions
  readonly dispatch: (intent: PhoneIntent) => void
  /** A request went away before it was answered. */
  readonly expired: (request: PhoneRequest) => void
}

/** Answers what pages request, by the methods of the dev wallet, on the chain that each request names. */
export function answersWith(parts: Answering): (phone: Phone) => void {
  const open = new Map<string, PhoneRequest>()

  return ({ requests, sessions }) => {
    for (const [id, request] of open) {
      if (requests.some(one => one.id === id)) continue
      open.delete(id)
      const wasAsked = parts.questions.drop(id)
      // Where its session ended, that is told.
      if (wasAsked && sessions.some(one => one.id === request.session)) parts.expired(request)
    }
    for (const request of requests) {
      if (open.has(request.id)) continue
      open.set(request.id, request)
      const peer = sessions.find(one => one.id === request.session)?.peer
      const origin = siteOf(peer)
      answer(parts, origin, request).then(
        value => parts.dispatch({ type: 'answer', request: request.id, value }),
        (thrown: unknown) =>
          parts.dispatch({ type: 'decline', request: request.id, error: errorOf(thrown) }),
      )
    }
  }
}

async function answer(parts: Answering, origin: string, request: PhoneRequest): Promise<unknown> {
  const { memory, questions } = parts
  const { id, method, chain, params } = request
  const ask = (asked: string, question: Question) =>
    questions.ask({ id, method: asked, origin, question })
  const context: WalletContext = {
    quirk,
    memory,
    approvals: { ask },
    origin,
    chain: () => chainNamed(memory, chain),
  }
  if (method === 'solana_signMessage') return solanaSignMessage(context, method, params)
  return methodNamed(method)(context, method, params)
}

/** A chain by its CAIP-2 id, where it is one of eip155. */
function chainNamed(memory: Memory, chain: string): Chain {
  const hex = hexOf(chain)
  if (hex !== undefined) return memory.namedChain(hex)
  throw new RpcError(`There is no chain ${chain} here.`, { code: Code.unknownChain })
}

function errorOf(thrown: unknown): { code: number; message: string } {
  if (thrown instanceof RpcError) return { code: thrown.code, message: thrown.message }
  return { code: Code.internal, message: String(thrown) }
}
