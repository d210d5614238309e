import { expect, test, vi } from 'vitest'
import { element, fakeInstances } from '../../test/fakeInstances'
import { mainnet } from '../generated/builtIn'

const start = fakeInstances()

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
  expect(() => instance.updateOptions({ networks: [] })).toThrow('networks: Required')
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
  expect(element()?.style.colorScheme).toBe('dark')
  const themeVariables = { '--lk-hue': 20, '--lk-radius-row': '4px' }
  expect(instance.getThemeVariables()).toEqual(themeVariables)
  expect(element()?.style.getPropertyValue('--lk-radius-row')).toBe('4px')
  expect(told.mock.calls.at(-1)).toEqual([{ themeMode: 'dark', themeVariables }])
  instance.updateFeatures({ send: false })
  expect(instance.getThemeMode()).toBe('dark')
  expect(told).toHaveBeenCalledTimes(2)
  expect(engine.sent.filter(it => (it as { type: string }).type === 'configure')).toHaveLength(3)
})
