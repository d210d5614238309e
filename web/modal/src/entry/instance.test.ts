import { expect, test, vi } from 'vitest'
import { element, fakeInstances, settled } from '../../test/fakeInstances'
import { account, address, store } from '../../test/fakes'

const start = fakeInstances()

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

test('a way back of this tab wakes the engine, once, and restores nothing', async () => {
  sessionStorage.setItem('@latchkit/default:way-back', 'whatever it is')
  const { calls, engine, instance, release } = start()
  expect(calls).toMatchObject({ engine: 1, views: 0 })
  expect(instance.getAccount().status).toBe('disconnected')
  release()
  await vi.waitFor(() => expect(engine.page).toBeDefined())
  expect(engine.page?.greet()).toEqual([])
  expect(JSON.parse(engine.page?.boot() ?? '')).toHaveProperty('wayBack', 'whatever it is')
  instance.destroy()
  expect(start().calls.engine).toBe(0)
})

test('where session storage is blocked an instance starts as ever', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  expect(start().calls.engine).toBe(0)
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
  expect(console.error).toHaveBeenCalledOnce()
  fail(false)
  await instance.open()
  expect(calls).toMatchObject({ engine: 2, mounted: 1 })
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
