import { accountAt } from '../wallet/accounts'
import type { Memory } from '../wallet/memory'
import type { Decision } from '../wallet/messages'
import type { Phone } from './generated/Phone'
import type { PhoneIntent } from './generated/PhoneIntent'
import type { PhoneProposal } from './generated/PhoneProposal'
import { networkNamed, siteOf } from './names'
import { approve, missing, served } from './namespaces'
import type { Questions } from './questions'
import { SOLANA_ADDRESS } from './solana'

/** What proposals are answered with. */
export type Proposing = {
  readonly memory: Memory
  readonly questions: Questions
  readonly dispatch: (intent: PhoneIntent) => void
}

/** Asks about what pages propose, each once. */
export function proposesWith(parts: Proposing): (phone: Phone) => void {
  const asked = new Set<string>()

  return ({ proposals }) => {
    for (const id of asked) {
      if (proposals.some(one => one.id === id)) continue
      asked.delete(id)
      parts.questions.drop(id)
    }
    for (const proposal of proposals) {
      if (asked.has(proposal.id)) continue
      asked.add(proposal.id)
      ask(parts, proposal).then(
        decision => connect(parts, proposal, decision),
        () => parts.dispatch({ type: 'refuse', proposal: proposal.id }),
      )
    }
  }
}

const ask = ({ memory, questions }: Proposing, proposal: PhoneProposal) =>
  questions.ask({
    id: proposal.id,
    method: 'wc_sessionPropose',
    origin: siteOf(proposal.peer),
    question: {
      kind: 'propose',
      account: memory.read().account,
      networks: served(proposal).map(one => ({ ...one, name: networkNamed(one.chain) })),
      missing: missing(proposal).map(networkNamed),
    },
  })

function connect({ memory, dispatch }: Proposing, proposal: PhoneProposal, decision: Decision) {
  const { account, allowed } = memory.read()
  const chosen = decision.account ?? account
  const addressOf = (namespace: string) =>
    namespace === 'solana' ? SOLANA_ADDRESS : accountAt(chosen).address
  memory.change({
    account: chosen,
    allowed: [...new Set([...allowed, siteOf(proposal.peer)])],
  })
  const namespaces = approve(proposal, decision.networks ?? [], addressOf)
  dispatch({ type: 'approve', proposal: proposal.id, namespaces })
}
