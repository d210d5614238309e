import { accountAt } from '../wallet/accounts'
import { decimalOf } from '../wallet/chains'
import type { Remembered } from '../wallet/memory'
import type { PhoneIntent } from './generated/PhoneIntent'
import type { PhoneSession } from './generated/PhoneSession'
import { type Approved, chainsOf, withAccounts } from './namespaces'

/**
 * What a session is told when the person has another account or network on the phone: a network that it
 * does not have yet is shared with it first.
 */
export function toldOf(
  { id, namespaces }: PhoneSession,
  now: Remembered,
  before: Remembered,
): PhoneIntent[] {
  const approved = namespaces as Approved
  const chains = chainsOf(approved, 'eip155')
  const [isMoved, isAnother] = [now.chain !== before.chain, now.account !== before.account]
  if (chains.length === 0 || !(isMoved || isAnother)) return []
  const chain = `eip155:${decimalOf(now.chain)}`
  const all = chains.includes(chain) || !isMoved ? chains : [...chains, chain]
  const { address } = accountAt(now.account)
  const told: PhoneIntent[] = []
  if (isAnother || all !== chains) {
    const shared = withAccounts(approved, 'eip155', all, address)
    told.push({ type: 'update', session: id, namespaces: shared })
  }
  const emit = (name: string, value: unknown) =>
    told.push({
      type: 'emit',
      session: id,
      chain: all.includes(chain) ? chain : String(all[0]),
      name,
      value,
    })
  if (isAnother)
    emit(
      'accountsChanged',
      all.map(one => `${one}:${address}`),
    )
  if (isMoved) emit('chainChanged', Number(decimalOf(now.chain)))
  return told
}
