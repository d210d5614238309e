import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account, address, fakeInstance, options, store } from '../../test/fakes'
import { mainnet } from '../generated/builtIn'
import type { Catalog } from '../generated/Catalog'
import type { Namespace } from '../generated/Namespace'

type Fake = ReturnType<typeof fakeInstance>
const living: Fake[] = []
const start = (...given: Parameters<typeof fakeInstance>): Fake => {
  const fake = fakeInstance(...given)
  living.push(fake)
  return fake
}
const element = () => document.querySelector<HTMLElement>('latchkit-modal')
const dialog = () => element()?.shadowRoot?.querySelector('dialog')
const settled = () => new Promise(resolve => setTimeout(resolve, 250))
let complained: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  complained = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  for (const { instance } of living.splice(0)) instance.destroy()
  localStorage.clear()
  vi.restoreAllMocks()
})

test('made, it does nothing but listen for wallets', () => {
  const { calls, instance } = start()
  expect(calls).toEqual({ engine: 0, views: 0, listening: 1, mounted: 0, removed: 0 })
  expect(instance.getAccount()).toMatchObject({ status: 'disconnected', isConnected: false })
  expect(start({ enableEIP6963: false, instance: 'b' }).calls.listening).toBe(0)
})

test('a stored connection is restored: the engine, not the views', async () => {
  store()
  const { calls, engine, instance, release } = start()
  expect(calls).toMatchObject({ engine: 1, views: 0 })
  expect(instance.getAccount()).toMatchObject({ status: 'connecting', address })
  expect(instance.getState().initialized).toBe(false)
  release()
  await vi.waitFor(() => expect(engine.page).toBeDefined())
  expect(engine.page?.greet()).toEqual([{ type: 'restore' }])
  expect(JSON.parse(engine.page?.boot() ?? '')).toMatchObject({
    instance: 'default',
    snapshot: { accounts: { eip155: { address } } },
  })
})

test('a connection that another tab stores is followed; other items wake nobody', async () => {
  const { calls, instance } = start()
  const storedElsewhere = (key: string) => dispatchEvent(new StorageEvent('storage', { key }))
  storedElsewhere('@latchkit/default:snapshot')
  store()
  storedElsewhere('@latchkit/default:active-network')
  storedElsewhere('@latchkit/other:snapshot')
  expect(calls.engine).toBe(0)
  storedElsewhere('@latchkit/default:snapshot')
  expect(calls.engine).toBe(1)
  instance.destroy()
})

test('if the engine cannot be loaded then, connecting ends, and a later need tries again', async () => {
  store()
  const { calls, fail, instance, release } = start({}, undefined, true)
  release()
  expect(instance.getAccount().status).toBe('connecting')
  await vi.waitFor(() => expect(instance.getAccount().status).toBe('disconnected'))
  expect(complained).toHaveBeenCalledOnce()
  fail(false)
  await instance.open()
  expect(calls).toMatchObject({ engine: 2, mounted: 1 })
})

test('open paints the dialog in the same turn; the view comes when all is there', async () => {
  const { calls, engine, instance, release } = start()
  const opened = instance.open()
  expect(dialog()?.open).toBe(true)
  expect(dialog()?.querySelectorAll('.Skeleton.row')).toHaveLength(5)
  expect(document.body.lastElementChild).toBe(element())
  expect(instance.getState()).toMatchObject({ open: true, loading: true })
  expect(calls.mounted).toBe(0)
  release()
  await opened
  expect(engine.sent).toEqual([{ type: 'open' }])
  expect(calls.mounted).toBe(1)
  expect(dialog()?.dataset.view).toBe('Connect')
  engine.publish('route', { history: ['Connect', 'ConnectingExternal'], forward: true })
  await Promise.resolve()
  expect(dialog()?.dataset.view).toBe('ConnectingExternal')
})

const announced = ['a.a', 'b.b'].map(id => ({ rdns: id, name: id, uuid: id }))
const row = (id: string) =>
  element()?.shadowRoot?.querySelector<HTMLButtonElement>(`[data-wallet="${id}"]`)

test('a wallet of the first frame is asked for as soon as the engine is there, the last that was chosen', async () => {
  const { engine, instance, release } = start({}, undefined, false, announced)
  const opened = instance.open()
  row('a.a')?.click()
  row('b.b')?.click()
  expect([row('a.a')?.ariaBusy, row('b.b')?.ariaBusy]).toEqual(['false', 'true'])
  expect(instance.store.get().taken).toEqual({ wallet: 'b.b' })
  release()
  await opened
  expect(engine.sent).toEqual([
    { type: 'open' },
    { type: 'connect', wallet: 'a.a' },
    { type: 'connect', wallet: 'b.b' },
  ])
  instance.close()
  await instance.open()
  expect(instance.store.get().taken).toEqual({})
})

test('who is coming back sees at first whose account it is', async () => {
  store()
  const { instance } = start()
  instance.open().catch(() => undefined)
  expect(dialog()?.querySelector('.whose')?.textContent).toBe('0x71C7…976F')
  expect(dialog()?.querySelector('.whose .Avatar')).not.toBeNull()
  instance.close()
  await settled()
  instance.open({ view: 'Connect' }).catch(() => undefined)
  expect(dialog()?.querySelector('.whose')).toBeNull()
})

test('the dialog says its language and which way it reads: the host’s words, then the views', async () => {
  document.documentElement.dir = 'rtl'
  const { instance, release } = start({ locale: 'ar', texts: { dialogTitle: 'اتصال' } })
  const opened = instance.open()
  expect(dialog()?.querySelector('h2')?.textContent).toBe('اتصال')
  expect(element()).toMatchObject({ lang: 'ar', dir: 'rtl' })
  release()
  await opened
  expect(element()).toMatchObject({ lang: 'en', dir: 'ltr' })
  document.documentElement.dir = ''
})

test('opened again with everything loaded it shows no skeleton', async () => {
  const { engine, instance, load } = start()
  await load()
  instance.close()
  await instance.open()
  instance.close()
  await settled()
  expect(element()).toBeNull()
  const opened = instance.open({ view: 'Account', namespace: 'eip155' })
  expect(dialog()?.textContent).toContain('views')
  await opened
  expect(engine.sent.at(-1)).toEqual({ type: 'open', view: 'Account', namespace: 'eip155' })
})

test('closed before the engine is there, it stays closed', async () => {
  const { calls, engine, instance, release } = start()
  const opened = instance.open()
  instance.close()
  expect(instance.isOpen()).toBe(false)
  release()
  await opened
  await settled()
  expect(engine.sent).toEqual([{ type: 'open' }, { type: 'close' }])
  expect(element()).toBeNull()
  expect(calls.mounted).toBe(0)
})

test('Escape and the close button are the person’s; the host’s close is another', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  await userEvent.keyboard('{Escape}')
  expect(engine.sent.at(-1)).toEqual({ type: 'dismiss' })
  expect(instance.isOpen()).toBe(false)
  await instance.open()
  instance.close()
  expect(engine.sent.at(-1)).toEqual({ type: 'close' })
})

test('a dialog that has to stay shakes and stays, however often it is dismissed', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  engine.onDismiss = () => engine.publish('modal', { open: true, loading: false, shake: true })
  for (let press = 0; press < 3; press++) {
    await userEvent.keyboard('{Escape}')
    expect(dialog()?.open).toBe(true)
  }
  expect(dialog()?.hasAttribute('data-shake')).toBe(true)
  // What browsers do at a second close request in a row.
  dialog()?.close()
  await vi.waitFor(() => expect(dialog()?.open).toBe(true))
  expect(dialog()?.matches(':modal')).toBe(true)
  expect(engine.sent.at(-1)).toEqual({ type: 'dismiss' })
})

test('dismissed before the engine is there, it closes', async () => {
  const { instance, release } = start()
  const opened = instance.open()
  await userEvent.keyboard('{Escape}')
  expect(instance.isOpen()).toBe(false)
  release()
  await opened
})

test('a host that asks for accounts before the engine is there sees the dialog at once', async () => {
  const { engine, instance, release } = start()
  engine.answer = async () => [address]
  const asked = instance.getProvider()?.request({ method: 'eth_requestAccounts' })
  await Promise.resolve()
  await Promise.resolve()
  expect(dialog()?.open).toBe(true)
  release()
  expect(await asked).toEqual([address])
  await settled()
  expect(element()).toBeNull()
})

test('a part that does not load: said in the dialog, with a way on', async () => {
  const { calls, fail, instance, release } = start()
  release()
  fail(true)
  await instance.open()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This did not load')
  expect(complained).toHaveBeenCalled()
  fail(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(calls.mounted).toBe(1))
  await vi.waitFor(() => expect(instance.isOpen()).toBe(true))
})

test('a policy that keeps it out is named', async () => {
  const { fail, instance, release } = start()
  release()
  fail(true, "Could not load: no 'wasm-unsafe-eval'")
  await instance.open()
  await expect.element(page.getByRole('alert')).toHaveTextContent("lacks 'wasm-unsafe-eval'")
})

test('a trap shows the report, and opening again takes it away', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  engine.publish('failure', { unexpected: { report: 'unreachable', isUnloaded: false } })
  await Promise.resolve()
  expect(dialog()?.dataset.view).toBe('Unexpected')
  const told = { type: 'trapped', errorType: 'TypeError', errorMessage: '' }
  expect(engine.page?.greet({ thrown: new TypeError('a secret') })).toEqual([
    { type: 'open' },
    { ...told, stackTrace: expect.stringContaining('instance.test') },
  ])
  instance.store.send({ type: 'open' })
  await Promise.resolve()
  expect(instance.store.get().failure).toEqual({})
  expect(dialog()?.dataset.view).toBe('Connect')
})

test('an engine that cannot be had ends connecting: nobody can bring the connection back', async () => {
  store()
  const { engine, instance, release } = start()
  release()
  await vi.waitFor(() => expect(engine.page).toBeDefined())
  const ready = instance.ready()
  engine.page?.abandon()
  await ready
  expect(instance.getAccount().status).toBe('disconnected')
})

test('shake shakes', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  engine.publish('modal', { open: true, loading: false, shake: true })
  await Promise.resolve()
  expect(dialog()?.hasAttribute('data-shake')).toBe(true)
})

test('a host’s focus trap and shortcuts hear nothing of the dialog', async () => {
  const heard = vi.fn()
  for (const name of ['focusin', 'keydown', 'pointerdown']) document.addEventListener(name, heard)
  const { instance, load } = start()
  await load()
  await instance.open()
  heard.mockClear()
  await userEvent.keyboard('a')
  await userEvent.tab()
  expect(heard).not.toHaveBeenCalled()
  for (const name of ['focusin', 'keydown', 'pointerdown'])
    document.removeEventListener(name, heard)
})

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

test('switchNetwork takes an id, a number or a network; the engine says which there are', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.switchNetwork(31337)
  await instance.switchNetwork('eip155:1')
  const [first] = instance.getCaipNetworks()
  if (first) await instance.switchNetwork(first)
  expect(engine.sent).toEqual(
    ['eip155:31337', 'eip155:1', 'eip155:1'].map(chain => ({ type: 'switchNetwork', chain })),
  )
  await instance.switchNetwork(undefined as never)
  expect(engine.sent.at(-1)).toEqual({ type: 'switchNetwork' })
  engine.answer = () => Promise.reject({ code: 4902, message: 'Network not found: eip155:5' })
  await expect(instance.switchNetwork(5)).rejects.toMatchObject({
    name: 'ProviderRpcError',
    code: 4902,
  })
})

test('disconnect asks the engine, but loads none if nobody is connected', async () => {
  const { calls, engine, instance, load } = start()
  await instance.disconnect()
  expect(calls.engine).toBe(0)
  await load()
  await instance.disconnect('eip155')
  expect(engine.sent).toEqual([{ type: 'disconnect', namespace: 'eip155' }])
})

test('other options reach the engine, or wait for it', async () => {
  const { engine, instance, load } = start()
  instance.updateOptions({ networks: instance.settings().options.networks.slice(1) })
  expect(instance.store.get().networks.list.map(({ id }) => id)).toEqual(['eip155:31337'])
  await load()
  instance.updateOptions({ themeMode: 'dark', providerWaitMs: 5 })
  expect(instance.getThemeMode()).toBe('dark')
  expect(engine.sent).toEqual([
    { type: 'configure', config: expect.objectContaining({ providerWaitMs: 5 }) },
  ])
  expect(() => instance.updateOptions({ networks: [] })).toThrow('at least 1')
})

test('headers that are an object of their own are compared by what is in them', async () => {
  const node = (key?: string) => {
    const headers = new Headers(key === undefined ? [] : { key })
    const url = 'https://node.test'
    return { customRpcUrls: { 'eip155:1': [{ url, config: { fetchOptions: { headers } } }] } }
  }
  const { engine, instance, load } = start(node('a'))
  await load()
  instance.updateOptions(node('a'))
  expect(engine.sent).toEqual([])
  for (const key of ['b', undefined, '']) instance.updateOptions(node(key))
  expect(engine.sent).toHaveLength(3)
})

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const withSolana = (first: 'eip155' | 'solana' = 'eip155') => {
  const networks = [...options().networks, { ...mainnet, name: 'Solana', caipNetworkId: solana }]
  return { networks, ...(first === 'solana' && { defaultNetwork: solana }) }
}
const solanaAccount = account({
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  caipAddress: `${solana}:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV`,
  chain: solana,
  connectedWalletInfo: {
    identifier: 'b',
    name: 'B',
    carrier: { type: 'page', handle: 2 } as const,
  },
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
  expect(instance.getWalletInfo()).toEqual({ identifier: 'b', name: 'B' })
  expect(instance.getAccount().connectedWalletInfo).toEqual({ identifier: 'b', name: 'B' })
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
  expect(wallets).toHaveBeenCalledExactlyOnceWith({ identifier: 'dev.test', name: 'Test' })
  expect(networks).toHaveBeenCalledExactlyOnceWith(instance.getCaipNetworks()[1])
  engine.publish('accounts', {
    eip155: account({ chain: 'eip155:31337', networkName: 'Local' }),
    solana: solanaAccount,
  })
  expect(accounts).toHaveBeenCalledTimes(2)
  expect(wallets).toHaveBeenCalledOnce()
})

test('there is a provider for every namespace of the networks, and for no other', async () => {
  const { engine, instance, load } = start(withSolana())
  const provider = instance.getProvider('solana')
  expect(provider).toBe(instance.getProvider('solana'))
  expect(provider).not.toBe(instance.getProvider())
  expect(instance.getProvider('cosmos')).toBeUndefined()
  const other = fakeInstance({
    networks: [{ ...mainnet, id: 'x', chainNamespace: 'solana' }],
  }).instance
  expect(other.getProvider()).toBe(other.getProvider('eip155'))
  expect(other.getProvider().isLatchkit).toBe(true)
  const heard = vi.fn()
  provider?.on('connect', heard)
  await load()
  engine.publish('accounts', { solana: solanaAccount })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ chainId: solana })
  instance.destroy()
  engine.publish('accounts', {})
  engine.publish('accounts', { solana: solanaAccount })
  expect(heard).toHaveBeenCalledOnce()
})

test('a request during a restore asks the engine about its own namespace, and waits for it', async () => {
  store({ accounts: { solana: solanaAccount }, active: solana })
  const wallet = { request: vi.fn(async () => 'signed') }
  const { engine, instance, release } = start(withSolana(), wallet)
  const restored = Promise.withResolvers<unknown>()
  engine.answer = () => restored.promise
  release()
  const signed = instance.getProvider('solana')?.request({ method: 'solana_signMessage' })
  const question = { type: 'request', namespace: 'solana', method: 'eth_accounts' }
  await vi.waitFor(() => expect(engine.sent).toEqual([question]))
  expect(wallet.request).not.toHaveBeenCalled()
  engine.publish('accounts', { solana: solanaAccount })
  restored.resolve([])
  expect(await signed).toBe('signed')
})

test('ready waits for a stored connection, and only for one', async () => {
  await start().instance.ready()
  store()
  const { engine, instance, release } = start({ instance: 'default' })
  const ready = vi.fn()
  const isReady = instance.ready().then(ready)
  release()
  await vi.waitFor(() => expect(engine.page).toBeDefined())
  expect(ready).not.toHaveBeenCalled()
  engine.publish('accounts', { eip155: account() })
  await isReady
  expect(ready).toHaveBeenCalledOnce()
})

test('without reconnecting a stored connection is left alone', () => {
  store()
  const { calls, instance } = start({ enableReconnect: false })
  expect(instance.getAccount().status).toBe('disconnected')
  expect(calls.engine).toBe(0)
})

test('networks come and go, but for the one in use', async () => {
  const { engine, instance, load } = start()
  await load()
  const ids = () => instance.getCaipNetworks().map(({ id }) => id)
  const unnamed = { caipNetworkId: undefined, chainNamespace: undefined }
  instance.addNetwork({ ...mainnet, ...unnamed, id: 10, name: 'OP' })
  expect(ids()).toEqual([1, 31337, 10])
  const named = instance.getCaipNetworks()[2]
  expect(named).toMatchObject({ caipNetworkId: 'eip155:10', chainNamespace: 'eip155', name: 'OP' })
  instance.setThemeMode('dark')
  expect(instance.getCaipNetworks()[2]).toBe(named)
  expect(engine.sent.at(-1)).toMatchObject({
    type: 'configure',
    config: {
      networks: ['eip155:1', 'eip155:31337', 'eip155:10'].map(caipNetworkId => ({ caipNetworkId })),
    },
  })
  expect(() => instance.addNetwork(mainnet)).toThrow('eip155:1 is listed twice')
  instance.removeNetwork(10)
  instance.removeNetwork('eip155:31337')
  expect(ids()).toEqual([1])
  expect(() => instance.removeNetwork(1)).toThrow('eip155:1 is in use: switch to another network')
  expect(instance.getCaipNetworks('solana')).toEqual([])
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

test('features and links change one by one, the others stay', async () => {
  const { engine, instance, load } = start({
    features: { email: false },
    remoteFeatures: { email: false },
  })
  await load()
  instance.updateFeatures({ send: false })
  instance.setConnectMethodsOrder(['wallet'])
  instance.setCollapseWallets(true)
  instance.updateRemoteFeatures({ swaps: false })
  instance.setTermsConditionsUrl('/terms')
  instance.setPrivacyPolicyUrl('/privacy')
  expect(engine.sent.at(-1)).toMatchObject({
    type: 'configure',
    config: {
      options: {
        features: {
          email: false,
          send: false,
          connectMethodsOrder: ['wallet'],
          collapseWallets: true,
        },
        remoteFeatures: { email: false, swaps: false },
        termsConditionsUrl: '/terms',
        privacyPolicyUrl: '/privacy',
      },
    },
  })
  expect(engine.sent).toHaveLength(6)
  expect(instance.getRemoteFeatures()).toBeUndefined()
})

test('the theme is drawn at once, and told', async () => {
  const { engine, instance, load } = start({ themeVariables: { '--lk-hue': 20 } })
  const told = vi.fn()
  instance.subscribeTheme(told)
  await load()
  await instance.open()
  expect(element()?.style.getPropertyValue('--lk-hue')).toBe('20')
  instance.setThemeMode('dark')
  instance.setThemeVariables({ '--lk-radius-row': '4px' })
  await Promise.resolve()
  expect(element()?.getAttribute('theme')).toBe('dark')
  const themeVariables = { '--lk-hue': 20, '--lk-radius-row': '4px' }
  expect(instance.getThemeVariables()).toEqual(themeVariables)
  expect(element()?.style.getPropertyValue('--lk-radius-row')).toBe('4px')
  expect(told.mock.calls.at(-1)).toEqual([{ themeMode: 'dark', themeVariables }])
  instance.updateFeatures({ send: false })
  expect(instance.getThemeMode()).toBe('dark')
  expect(told).toHaveBeenCalledTimes(2)
  expect(engine.sent.filter(it => (it as { type: string }).type === 'configure')).toHaveLength(3)
})

test('what is counted is told to the host too', async () => {
  const { engine, instance, load } = start()
  expect(instance.getEvent()).toMatchObject({ data: { type: 'track', event: 'MODAL_CREATED' } })
  const heard = vi.fn()
  instance.subscribeEvents(heard)
  const event = { timestamp: 1, data: { type: 'track', event: 'MODAL_OPEN' } } as const
  await load()
  engine.publish('event', event)
  expect(heard).toHaveBeenCalledExactlyOnceWith(event)
  expect(instance.getEvent()).toEqual(event)
})

/** What the page and its document listen for more often at the end than now. */
function countListeners(): () => string[] {
  const open = new Map<string, number>()
  const targets: EventTarget[] = [window, document, document.body]
  const spies = targets.flatMap(target => {
    const { addEventListener, removeEventListener } = target
    const count = (name: string, by: number) => open.set(name, (open.get(name) ?? 0) + by)
    return [
      vi.spyOn(target, 'addEventListener').mockImplementation((name, listener, given) => {
        count(name, 1)
        addEventListener.call(target, name, listener, given)
      }),
      vi.spyOn(target, 'removeEventListener').mockImplementation((name, listener, given) => {
        count(name, -1)
        removeEventListener.call(target, name, listener, given)
      }),
    ]
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
    return [...open.keys()].filter(name => open.get(name))
  }
}

test('destroy leaves no listener, no timer, no element, and open requests are rejected', async () => {
  vi.useFakeTimers()
  const leaks = countListeners()
  const before = document.adoptedStyleSheets.length
  const { calls, engine, instance, release } = start()
  engine.answer = () => new Promise(() => {})
  const listener = vi.fn()
  instance.subscribeAccount(listener)
  const opened = instance.open()
  const asked = instance.getProvider()?.request({ method: 'eth_requestAccounts' })
  expect(vi.getTimerCount()).toBe(1)
  instance.destroy()
  await expect(asked).rejects.toMatchObject({ code: -32603 })
  release()
  await opened
  expect(vi.getTimerCount()).toBe(0)
  expect(leaks()).toEqual([])
  expect(element()).toBeNull()
  expect(document.adoptedStyleSheets).toHaveLength(before)
  expect(calls).toMatchObject({ listening: 0, mounted: 0, removed: 1 })
  expect(engine.isDestroyed).toBe(true)
  vi.useRealTimers()
})

test('after destroy nothing happens any more, and a second one neither', async () => {
  const wallet = { request: vi.fn(async () => '0x') }
  const { calls, engine, instance, load } = start({}, wallet)
  await load()
  await instance.open()
  engine.publish('accounts', { eip155: account() })
  instance.destroy()
  instance.destroy()
  // What the wallet does now is not followed: its address may be another one.
  expect(instance.getAccount().status).toBe('disconnected')
  const signing = instance.getProvider()?.request({ method: 'personal_sign' })
  await expect(signing).rejects.toMatchObject({ code: 4100 })
  expect(wallet.request).not.toHaveBeenCalled()
  expect(calls).toMatchObject({ listening: 0, mounted: 0, removed: 1 })
  await instance.open()
  instance.warmUp()
  await settled()
  expect(element()).toBeNull()
  await expect(
    instance.getProvider()?.request({ method: 'eth_requestAccounts' }),
  ).rejects.toMatchObject({ code: -32603 })
})
