import { createPublicClient, custom } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { createStore, type WritableStore } from '../../../shell/src/entry/store'
import { account, address, options } from '../../test/fakes'
import { orProviderError, ProviderRpcError } from '../all/ProviderRpcError'
import { initialState } from '../all/state'
import { type AskWalletParts, askWallet } from '../engine/askWallet'
import { tellEvents } from '../engine/providerEvents'
import type { Account } from '../generated/Account'
import type { Ask } from '../generated/Ask'
import { mainnet } from '../generated/builtIn'
import type { Namespace } from '../generated/Namespace'
import { createProvider, type ProviderParts } from './provider'

const wallet = { request: vi.fn() }
const ask = vi.fn<(ask: Ask) => Promise<unknown>>()
const send = vi.fn()
let store: WritableStore
let made: ReturnType<typeof createProvider>
const request = (method: string, params?: unknown) =>
  made.provider.request(params === undefined ? { method } : { method, params })

beforeEach(() => {
  for (const mock of [wallet.request, ask, send]) mock.mockReset()
  store = createStore(initialState(options({ networks })), () => {})
  make('eip155')
})

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const networks = [...options().networks, { ...mainnet, caipNetworkId: solana }]

function make(
  namespace: Namespace,
  wallets: AskWalletParts['wallets'] = { provider: () => wallet },
) {
  const asked: ProviderParts['ask'] = what => orProviderError(ask(what))
  const engine = () => ({ askWallet })
  made = createProvider({ store, wallets, ask: asked, send, engine }, namespace)
  tellEvents(store, { [namespace]: made })
}

const connect = (more: Partial<Account> = {}) =>
  store.publish('accounts', { eip155: account(more) })
const elsewhere = { type: 'module', name: 'phones', wallet: 'phone', session: '1' } as const

test('a wallet that is not in the page is asked by the engine, and is where its account is', async () => {
  connect({ connectedWalletInfo: { identifier: 'phone', name: 'Phone', carrier: elsewhere } })
  ask.mockResolvedValueOnce('0x5160')
  expect(await request('personal_sign', ['0x00', address])).toBe('0x5160')
  const params = ['0x00', address]
  expect(ask.mock.calls).toEqual([
    [{ type: 'request', namespace: 'eip155', method: 'personal_sign', params }],
  ])
  expect(await request('eth_chainId')).toBe('0x1')
  ask.mockRejectedValueOnce({ code: 4001, message: 'No' })
  await expect(request('eth_sendTransaction')).rejects.toBeInstanceOf(ProviderRpcError)
  expect(wallet.request).not.toHaveBeenCalled()
})

test('what the account holds is read again after its wallet sent something, and not otherwise', async () => {
  connect()
  wallet.request.mockResolvedValueOnce('0x5160')
  await request('personal_sign')
  wallet.request.mockRejectedValueOnce({ code: 4001, message: 'No' })
  await expect(request('eth_sendTransaction')).rejects.toMatchObject({ code: 4001 })
  expect(send).not.toHaveBeenCalled()
  wallet.request.mockResolvedValueOnce('0x1')
  expect(await request('eth_sendTransaction')).toBe('0x1')
  const { caipAddress } = account()
  expect(send.mock.calls).toEqual([[{ type: 'sent', account: caipAddress, hash: '0x1' }]])
  wallet.request.mockResolvedValueOnce({ id: '0x2' }).mockResolvedValue('0x3')
  for (const method of ['wallet_sendCalls', 'wallet_sendCalls', 'eth_sendUserOperation'])
    await request(method)
  const noHash = { type: 'sent', account: caipAddress, hash: undefined }
  expect(send.mock.calls.slice(1)).toEqual([[noHash], [noHash], [noHash]])
})

test('what was sent is of the account that was asked, whoever is in use by then', async () => {
  connect()
  const answer = Promise.withResolvers<unknown>()
  wallet.request.mockReturnValueOnce(answer.promise)
  const asked = request('eth_sendTransaction')
  connect({ address: other, caipAddress: `eip155:1:${other}` })
  answer.resolve('0x1')
  await asked
  const { caipAddress } = account()
  expect(send.mock.calls).toEqual([[{ type: 'sent', account: caipAddress, hash: '0x1' }]])
})

const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('disconnected: no accounts, the chosen network, and 4100 for everything else, without any engine', async () => {
  expect(await request('eth_accounts')).toEqual([])
  expect(await request('eth_chainId')).toBe('0x1')
  store.publish('networks', { list: [], active: 'eip155:31337' })
  expect(await request('eth_chainId')).toBe('0x7a69')
  const error = await request('personal_sign').catch((it: unknown) => it)
  expect(error).toBeInstanceOf(ProviderRpcError)
  expect(error).toMatchObject({
    code: 4100,
    message: 'Connector not connected.',
    shortMessage: 'Connector not connected.',
    docs: expect.stringContaining('eips.ethereum.org'),
  })
  expect(ask).not.toHaveBeenCalled()
})

test('connected: requests go to the wallet in the same turn, and its results come back untouched', async () => {
  connect()
  const result = { odd: 1n }
  wallet.request.mockResolvedValue(result)
  const call = { method: 'personal_sign', params: ['0x', address], extra: true }
  const answer = made.provider.request(call)
  expect(wallet.request.mock.calls[0]?.[0]).toBe(call)
  expect(wallet.request.mock.calls[0]?.[1]).toBeUndefined()
  expect(await answer).toBe(result)
  wallet.request.mockResolvedValue('0x1')
  expect(await request('eth_chainId')).toBe('0x1')
  expect(wallet.request).toHaveBeenCalledTimes(2)
})

test('the wallet’s errors come back untouched, data included', async () => {
  connect()
  const thrown = Object.assign(new Error('reverted'), { code: 3, data: '0x08c379a0' })
  wallet.request.mockRejectedValue(thrown)
  expect(await request('eth_call').catch((it: unknown) => it)).toBe(thrown)
})

test('what changes the connection is asked of the engine', async () => {
  connect()
  ask.mockResolvedValue(null)
  const methods = [
    'eth_requestAccounts',
    'eth_accounts',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_revokePermissions',
    'wallet_requestPermissions',
  ]
  for (const method of methods) await request(method, [{ chainId: '0x1' }])
  expect(ask.mock.calls.map(([it]) => it)).toEqual(
    methods.map(method => ({
      type: 'request',
      namespace: 'eip155',
      method,
      params: [{ chainId: '0x1' }],
    })),
  )
  await request('eth_accounts')
  expect(ask.mock.lastCall?.[0]).toEqual({
    type: 'request',
    namespace: 'eip155',
    method: 'eth_accounts',
  })
  expect(wallet.request).not.toHaveBeenCalled()
})

test('the engine’s errors are provider errors, with the cause', async () => {
  const cause = { code: 4001, message: 'Refused\nin detail', data: { a: 1 } }
  ask.mockRejectedValue(cause)
  const error = await request('eth_requestAccounts').catch((it: unknown) => it)
  expect(error).toBeInstanceOf(ProviderRpcError)
  expect(error).toMatchObject({ code: 4001, shortMessage: 'Refused', data: { a: 1 }, cause })
})

test('while a stored connection is restored, requests wait for it, and its old handle is not asked', async () => {
  connect({ status: 'connecting' })
  const restored = Promise.withResolvers<unknown>()
  ask.mockReturnValue(restored.promise)
  wallet.request.mockResolvedValue('signed')
  const signed = request('personal_sign')
  await Promise.resolve()
  const question = { type: 'request', namespace: 'eip155', method: 'eth_accounts' }
  expect(ask.mock.calls).toEqual([[question]])
  expect(wallet.request).not.toHaveBeenCalled()
  connect()
  restored.resolve([address])
  expect(await signed).toBe('signed')
})

test('one that is not coming back leaves them unauthorized; an engine that is late, −32603', async () => {
  connect({ status: 'connecting' })
  ask.mockImplementation(async () => store.publish('accounts', {}))
  await expect(request('personal_sign')).rejects.toMatchObject({ code: 4100 })
  connect({ status: 'connecting' })
  ask.mockRejectedValue({ code: -32603, message: 'late' })
  await expect(request('personal_sign')).rejects.toMatchObject({ code: -32603 })
})

test('a wallet that has gone is 4900', async () => {
  make('eip155', { provider: () => undefined })
  connect()
  await expect(request('personal_sign')).rejects.toMatchObject({
    code: 4900,
    message: expect.stringMatching(/^Provider not found\./),
  })
})

test('other namespaces: the accounts are asked of the engine, the rest goes to their wallet', async () => {
  make('solana')
  expect(await request('solana_getAccounts')).toEqual([])
  connect()
  expect(await request('solana_getAccounts')).toEqual([])
  await expect(request('solana_signMessage')).rejects.toMatchObject({ code: 4100 })
  ask.mockResolvedValue([{ pubkey: '7Ecd' }])
  expect(await request('solana_requestAccounts')).toEqual([{ pubkey: '7Ecd' }])
  expect(ask.mock.lastCall).toEqual([
    { type: 'request', namespace: 'solana', method: 'solana_requestAccounts' },
  ])
  store.publish('accounts', { solana: account({ address: '7Ecd', chain: solana }) })
  const call = { method: 'solana_signMessage', params: { message: '2NEpo7', pubkey: '7Ecd' } }
  wallet.request.mockResolvedValue({ signature: 'abc' })
  expect(await made.provider.request(call)).toEqual({ signature: 'abc' })
  expect(wallet.request.mock.calls).toEqual([[call, solana]])
  expect(ask).toHaveBeenCalledOnce()
})

test.for(['connect', 'disconnect'])(
  '%s is asked of the engine: the page shares the wallet',
  async method => {
    make('solana')
    store.publish('accounts', { solana: account({ address: '7Ecd', chain: solana }) })
    ask.mockResolvedValue(null)
    await request(method, [{ chain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }])
    expect(ask.mock.lastCall).toMatchObject([{ type: 'request', namespace: 'solana', method }])
    expect(wallet.request).not.toHaveBeenCalled()
  },
)

test.for<[Namespace, string]>([
  ['bip122', 'getAccountAddresses'],
  ['polkadot', 'polkadot_getAccounts'],
  ['cosmos', 'cosmos_getAccounts'],
])('%s: %s is asked of the engine', async ([namespace, method]) => {
  make(namespace)
  expect(await request(method)).toEqual([])
  store.publish('accounts', { [namespace]: account() })
  ask.mockResolvedValue([{ address: 'a' }])
  expect(await request(method)).toEqual([{ address: 'a' }])
  expect(ask.mock.lastCall).toEqual([{ type: 'request', namespace, method }])
})

test('namespaces do not hear of each other; their chains are CAIP-2', () => {
  make('solana')
  const heard = vi.fn()
  for (const event of ['connect', 'accountsChanged', 'chainChanged', 'disconnect'] as const)
    made.provider.on(event, heard)
  connect()
  expect(heard).not.toHaveBeenCalled()
  store.publish('accounts', {
    solana: account({ address: '7Ecd', chain: solana, allAccounts: [] }),
  })
  expect(heard.mock.calls).toEqual([[{ chainId: solana }], [['7Ecd']]])
})

test('events come from the slices', () => {
  const events: unknown[] = []
  const { provider } = made
  provider.on('connect', it => void events.push(['connect', it]))
  provider.on('accountsChanged', it => void events.push(['accountsChanged', it]))
  provider.on('chainChanged', it => void events.push(['chainChanged', it]))
  provider.on('disconnect', it => void events.push(['disconnect', it.code]))
  const taken = () => events.splice(0)

  connect({ status: 'connecting' })
  expect(taken()).toEqual([])
  connect()
  expect(taken()).toEqual([
    ['connect', { chainId: '0x1' }],
    ['accountsChanged', [address]],
  ])
  connect({ balance: '1', balanceSymbol: 'ETH', balanceAtMs: '0' })
  expect(taken()).toEqual([])
  connect({ chain: 'eip155:31337' })
  expect(taken()).toEqual([['chainChanged', '0x7a69']])
  connect({
    chain: 'eip155:31337',
    address: other,
    allAccounts: [
      { address, type: 'eoa' },
      { address: other, type: 'eoa' },
    ],
  })
  expect(taken()).toEqual([['accountsChanged', [other, address]]])
  store.publish('accounts', {})
  expect(taken()).toEqual([
    ['chainChanged', '0x1'],
    ['accountsChanged', []],
    ['disconnect', 4900],
  ])
})

test('a listener that throws harms nobody; one that is removed hears nothing', () => {
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue()
  const heard = vi.fn()
  const removed = vi.fn()
  made.provider.on('connect', () => {
    throw new Error('a listener of the host')
  })
  made.provider.on('connect', removed)
  made.provider.removeListener('connect', removed)
  made.provider.on('connect', heard)
  connect()
  expect(reported).toHaveBeenCalledOnce()
  expect(heard).toHaveBeenCalledOnce()
  expect(removed).not.toHaveBeenCalled()
  reported.mockRestore()
})

test('once hears one event, and may be taken back before', () => {
  const [heard, never] = [vi.fn(), vi.fn()]
  made.provider.once('accountsChanged', heard)
  made.provider.once('accountsChanged', never).removeListener('accountsChanged', never)
  connect()
  store.publish('accounts', {})
  expect(heard.mock.calls).toEqual([[[address]]])
  expect(never).not.toHaveBeenCalled()
})

test("viem's custom transport works with it", async () => {
  connect()
  wallet.request.mockImplementation(async ({ method }) =>
    method === 'eth_chainId' ? '0x7a69' : '0x10',
  )
  const client = createPublicClient({ transport: custom(made.provider) })
  expect(await client.getChainId()).toBe(31337)
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(16n)
})
