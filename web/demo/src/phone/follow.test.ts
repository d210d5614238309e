import { expect, test } from 'vitest'
import { ACCOUNTS } from '../wallet/accounts'
import type { Remembered } from '../wallet/memory'
import { toldOf } from './follow'
import type { PhoneSession } from './generated/PhoneSession'

const [first, second] = ACCOUNTS
const before: Remembered = { chain: '0x7a69', account: 0, allowed: [], added: [] }

const session = (accounts: string[]): PhoneSession => ({
  id: 's',
  peer: { name: 'Site', description: '', url: '', icons: [] },
  namespaces: {
    eip155: { chains: ['eip155:31337'], accounts, methods: ['personal_sign'], events: [] },
  },
  expiresMs: '1',
  isAcknowledged: true,
  pongs: 0,
})

const one = session([`eip155:31337:${first.address}`])

test('another account is shared, then told, on every chain of the session', () => {
  const told = toldOf(one, { ...before, account: 1 }, before)
  const account = `eip155:31337:${second.address}`
  expect(told).toMatchObject([
    { type: 'update', session: 's', namespaces: { eip155: { accounts: [account] } } },
    { type: 'emit', chain: 'eip155:31337', name: 'accountsChanged', value: [account] },
  ])
})

test('a network that the session has not is added before it is told', () => {
  const told = toldOf(one, { ...before, chain: '0x1' }, before)
  const accounts = [`eip155:31337:${first.address}`, `eip155:1:${first.address}`]
  expect(told).toMatchObject([
    { type: 'update', namespaces: { eip155: { accounts, chains: ['eip155:31337', 'eip155:1'] } } },
    { type: 'emit', chain: 'eip155:1', name: 'chainChanged', value: 1 },
  ])
})

test('what changes nothing for a session is not told', () => {
  expect(toldOf(one, { ...before, allowed: ['x'] }, before)).toEqual([])
  const solana = { ...one, namespaces: {} }
  expect(toldOf(solana, { ...before, chain: '0x1' }, before)).toEqual([])
})
