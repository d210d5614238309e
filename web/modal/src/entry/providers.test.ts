import { expect, test, vi } from 'vitest'
import { fakeInstances } from '../../test/fakeInstances'
import { fakeInstance, solana, solanaAccount, store, withSolana } from '../../test/fakes'
import { mainnet } from '../generated/builtIn'

const start = fakeInstances()

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
