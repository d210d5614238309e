import { afterEach, expect, test, vi } from 'vitest'
import { account, options, store } from '../../test/fakes'
import { hasStoredConnection, readSnapshot } from './snapshot'
import { initialState } from './state'

const key = '@latchkit/default:snapshot'
const tell = vi.fn()
afterEach(() => {
  tell.mockClear()
  vi.restoreAllMocks()
  localStorage.clear()
})

const active = 'eip155:31337'
const whole = { accounts: { eip155: account() }, active }

test('none is nothing, and nothing to warn of', () => {
  expect(readSnapshot('default', tell)).toBeUndefined()
  expect(tell).not.toHaveBeenCalled()
})

test('is read as the engine wrote it', () => {
  store(whole)
  expect(readSnapshot('default', tell)).toEqual(whole)
  expect(tell).not.toHaveBeenCalled()
  expect(hasStoredConnection(readSnapshot('default'))).toBe(true)
  expect(readSnapshot('other')).toBeUndefined()
})

test('what an earlier version stored beside is read over', () => {
  const wallet = { id: 'a', name: 'A', providers: [], isDouble: false }
  store({ accounts: {}, active, back: { chosen: { wallet, ways: [] }, atMs: '1' } })
  expect(hasStoredConnection(readSnapshot('default', tell))).toBe(false)
  expect(tell).not.toHaveBeenCalled()
})

test('that nobody is connected is no connection to restore', () => {
  store({ accounts: {}, active })
  expect(hasStoredConnection(readSnapshot('default'))).toBe(false)
  store({
    accounts: {
      eip155: { status: 'disconnected', isSupported: true, isBalanceStale: false, allAccounts: [] },
    },
    active,
  })
  expect(hasStoredConnection(readSnapshot('default'))).toBe(false)
})

const text = JSON.stringify({ v: 1, value: whole })
test.for<[string, string]>([
  ['of a newer version', JSON.stringify({ v: 2, value: whole })],
  ['cut in half', text.slice(0, text.length / 2)],
  ['empty', ''],
  ['null', 'null'],
  ['without a value', '{"v":1}'],
  ['without accounts', JSON.stringify({ v: 1, value: {} })],
  ['with a network that is no text', JSON.stringify({ v: 1, value: { accounts: {}, active: 1 } })],
  ['with an account that is none', JSON.stringify({ v: 1, value: { accounts: { eip155: null } } })],
  [
    'with an unknown status',
    JSON.stringify({
      v: 1,
      value: { accounts: { eip155: account({ status: 'gone' as 'connected' }) } },
    }),
  ],
  [
    'with an address that is no text',
    JSON.stringify({
      v: 1,
      value: { accounts: { eip155: { ...account(), address: 7 } } },
    }),
  ],
])('one that is %s is ignored', ([, stored]) => {
  localStorage.setItem(key, stored)
  expect(readSnapshot('default', tell)).toBeUndefined()
  expect(tell).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(key))
})

test('blocked storage is no snapshot', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  expect(readSnapshot('default')).toBeUndefined()
})

test('while it is restored the account is connecting, with its address', () => {
  store(whole)
  const state = initialState(options(), readSnapshot('default'))
  expect(state.accounts.eip155).toMatchObject({
    status: 'connecting',
    address: account().address,
    connectedWalletInfo: { identifier: 'dev.test' },
  })
  expect(state.networks.active).toBe('eip155:31337')
  expect(state.networks.list.map(({ id }) => id)).toEqual(['eip155:1', 'eip155:31337'])
})

test('the network to start on: the last, else the default, else id 1, else the first', () => {
  const active = (given: Parameters<typeof options>[0], last?: string) =>
    initialState(options(given), last ? { accounts: {}, active: last } : undefined).networks.active
  const localFirst = { networks: [...options().networks].reverse() }
  expect(active({}, 'eip155:31337')).toBe('eip155:31337')
  expect(active({ defaultNetwork: 'eip155:31337' }, 'eip155:99')).toBe('eip155:31337')
  expect(active(localFirst)).toBe('eip155:1')
  expect(active({ networks: options().networks.slice(1) })).toBe('eip155:31337')
})
