import { expect, test, vi } from 'vitest'
import { fakeInstances } from '../../test/fakeInstances'
import { account, address, solanaAccount, withSolana } from '../../test/fakes'
import type { Catalog } from '../generated/Catalog'
import type { Namespace } from '../generated/Namespace'

const start = fakeInstances()

test('subscriptions tell of changes of theirs only, and end', async () => {
  const { engine, instance, load } = start()
  await load()
  const [accounts, networks, states] = [vi.fn(), vi.fn(), vi.fn()]
  const ends = [
    instance.subscribeAccount(accounts),
    instance.subscribeNetwork(networks),
    instance.subscribeState(states),
  ]
  engine.publish('accounts', { eip155: account() })
  expect(accounts).toHaveBeenCalledExactlyOnceWith(instance.getAccount())
  expect(instance.getAccount()).toMatchObject({ isConnected: true, address })
  expect(networks).not.toHaveBeenCalled()
  engine.publish('accounts', { eip155: account({ chain: 'eip155:31337' }) })
  expect(networks).toHaveBeenCalledOnce()
  expect(instance.getNetwork()).toMatchObject({
    chainId: 31337,
    caipNetwork: { name: 'Localhost' },
  })
  engine.publish('accounts', { eip155: account({ chain: 'eip155:99', isSupported: false }) })
  expect(instance.getNetwork()).toEqual({
    chainId: 99,
    caipNetworkId: 'eip155:99',
    caipNetwork: {
      id: 99,
      caipNetworkId: 'eip155:99',
      chainNamespace: 'eip155',
      name: account().networkName,
      nativeCurrency: { name: '', symbol: '', decimals: 0 },
      rpcUrls: { default: { http: [] } },
    },
  })
  expect(instance.getCaipNetwork()).toBe(instance.getNetwork().caipNetwork)
  for (const end of ends) end()
  const counts = [accounts, networks, states].map(it => it.mock.calls.length)
  engine.publish('accounts', {})
  expect([accounts, networks, states].map(it => it.mock.calls.length)).toEqual(counts)
})

test('what is read is the same object until it changes', async () => {
  const { engine, instance, load } = start()
  await load()
  engine.publish('accounts', { eip155: account() })
  engine.publish('toast', { shown: { kind: 'success', text: 'addressCopied', count: 1 } })
  expect(instance.getAccount()).toBe(instance.getAccount())
  expect(instance.getNetwork()).toBe(instance.getNetwork())
  expect(instance.getState()).toBe(instance.getState())
})

test('what is asked without a namespace is about the one in use', async () => {
  const { engine, instance, load } = start(withSolana('solana'))
  await load()
  expect(instance.getActiveChainNamespace()).toBe('solana')
  expect(instance.getCaipNetwork()?.name).toBe('Solana')
  expect(instance.getChainId()).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  expect(instance.getIsConnectedState()).toBe(false)
  engine.publish('accounts', { eip155: account(), solana: solanaAccount })
  expect(instance.getAddress()).toBe(solanaAccount.address)
  expect(instance.getCaipAddress()).toBe(solanaAccount.caipAddress)
  expect(instance.getAddress('eip155')).toBe(address)
  expect(instance.getWalletInfo('eip155')?.name).toBe('Test')
  const wallet = { identifier: 'b', name: 'B', isElsewhere: false }
  expect(instance.getWalletInfo()).toEqual(wallet)
  expect(instance.getAccount().connectedWalletInfo).toEqual(wallet)
  const carrier = { type: 'module', name: 'phones', wallet: 'phone' } as const
  const connectedWalletInfo = { identifier: 'c', name: 'C', carrier, isElsewhere: true }
  engine.publish('accounts', { eip155: account({ connectedWalletInfo }), solana: solanaAccount })
  expect(instance.getWalletInfo('eip155')?.isElsewhere).toBe(true)
  expect(instance.getAddress('cosmos')).toBeUndefined()
  expect(instance.getCaipNetwork('eip155')?.name).toBe('Ethereum')
  expect(instance.getIsConnectedState()).toBe(true)
})

test('a change in one namespace is none in another', async () => {
  const { engine, instance, load } = start(withSolana())
  await load()
  const [accounts, wallets, networks] = [vi.fn(), vi.fn(), vi.fn()]
  instance.subscribeAccount(accounts, 'eip155')
  instance.subscribeWalletInfo(wallets, 'eip155')
  instance.subscribeCaipNetworkChange(networks)
  engine.publish('accounts', { solana: solanaAccount })
  expect(accounts).not.toHaveBeenCalled()
  engine.publish('accounts', { eip155: account({ chain: 'eip155:31337' }), solana: solanaAccount })
  expect(accounts).toHaveBeenCalledOnce()
  expect(wallets).toHaveBeenCalledExactlyOnceWith({
    identifier: 'dev.test',
    name: 'Test',
    isElsewhere: false,
  })
  expect(networks).toHaveBeenCalledExactlyOnceWith(instance.getCaipNetworks()[1])
  engine.publish('accounts', {
    eip155: account({ chain: 'eip155:31337', networkName: 'Local' }),
    solana: solanaAccount,
  })
  expect(accounts).toHaveBeenCalledTimes(2)
  expect(wallets).toHaveBeenCalledOnce()
})

test('wallets in the browser are connectors, one for each namespace', async () => {
  const { engine, instance, load } = start()
  expect(instance.getConnectors()).toEqual([])
  await load()
  const row = (id: string, namespaces: Namespace[]): Catalog['rows'][number] => ({
    kind: 'installed',
    wallet: {
      id,
      name: id.toUpperCase(),
      icon: 'data:,',
      providers: namespaces.map((namespace, handle) => ({
        namespace,
        carrier: { type: 'page', handle } as const,
        kind: 'ANNOUNCED' as const,
      })),
      isDouble: false,
      isReached: false,
    },
  })
  const rows = [row('a', ['eip155']), row('b', ['eip155', 'solana']), row('c', [])]
  engine.publish('catalog', {
    rows,
    methods: ['wallet'],
    isCollapsed: false,
    isLoading: false,
    awaited: 0,
    awaitedFrom: 0,
    awaitsAll: false,
  })
  const connector = (id: string, type: string, chain: Namespace) => ({
    id,
    name: id.toUpperCase(),
    type,
    chain,
    imageUrl: 'data:,',
  })
  expect(instance.getConnectors()).toEqual([
    connector('a', 'ANNOUNCED', 'eip155'),
    connector('b', 'MULTI_CHAIN', 'eip155'),
    connector('b', 'MULTI_CHAIN', 'solana'),
  ])
})
