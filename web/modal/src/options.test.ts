import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { options, projectId } from '../test/fakes'
import { localhost, mainnet } from './generated/builtIn'
import { LatchkitConfigError } from './LatchkitConfigError'
import { type LatchkitOptions, readOptions } from './options'

let alerted: ReturnType<typeof vi.spyOn>
let warned: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  alerted = vi.spyOn(console, 'error').mockReturnValue()
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/** What is wrong with options, as `path: message`. */
function issues(given: unknown): string[] {
  try {
    readOptions(given as LatchkitOptions)
  } catch (error) {
    if (error instanceof LatchkitConfigError)
      return error.issues.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

const caip = { ...mainnet, caipNetworkId: 'ethereum' }

test.for<[string, object, string[]]>([
  ['another kind', { instance: 7 }, ['instance: Expected string, received number']],
  ['null', { features: null }, ['features: Expected object, received null']],
  ['a list for an object', { others: [] }, ['others: Expected object, received array']],
  ['text for a flag', { debug: 'yes' }, ['debug: Expected boolean, received string']],
  [
    'text for a number',
    { providerWaitMs: '1' },
    ['providerWaitMs: Expected number, received string'],
  ],
  [
    'too little',
    { providerWaitMs: -1 },
    ['providerWaitMs: Number must be greater than or equal to 0'],
  ],
  [
    'no number at all',
    { providerWaitMs: Number.NaN },
    ['providerWaitMs: Number must be greater than or equal to 0'],
  ],
  [
    'too much',
    { providerWaitMs: 60_001 },
    ['providerWaitMs: Number must be less than or equal to 60000'],
  ],
  [
    'another word',
    { themeMode: 'blue' },
    ["themeMode: Invalid enum value. Expected 'light' | 'dark', received 'blue'"],
  ],
  ['another kind for a word', { themeMode: 1 }, ['themeMode: Expected string, received number']],
  [
    'a project id that is none',
    { projectId: 'abc' },
    ['projectId: Invalid input: 32 hexadecimal digits'],
  ],
  [
    'a name with a slash',
    { instance: 'a/b' },
    ['instance: Invalid input: up to 64 letters, digits, dots and hyphens'],
  ],
  ['an address that is none', { serverUrl: 'localhost:8787' }, ['serverUrl: Invalid input: a URL']],
  [
    'a script for an address',
    { termsConditionsUrl: 'javascript:alert(1)' },
    ['termsConditionsUrl: Invalid input: a URL'],
  ],
  ['no networks', { networks: [] }, ['networks: Array must contain at least 1 element(s)']],
  [
    'networks that are no list',
    { networks: mainnet },
    ['networks: Expected array, received object'],
  ],
  ['a hole in a list', { networks: [mainnet, undefined] }, ['networks[1]: Required']],
  [
    'a network without parts',
    { networks: [{ id: 1 }] },
    [
      'networks[0].name: Required',
      'networks[0].nativeCurrency: Required',
      'networks[0].rpcUrls: Required',
    ],
  ],
  [
    'a network with a wrong part',
    {
      networks: [{ ...mainnet, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: '18' } }],
    },
    ['networks[0].nativeCurrency.decimals: Expected number, received string'],
  ],
  [
    'a network with a wrong id',
    { networks: [caip] },
    ['networks[0].caipNetworkId: Invalid input: CAIP-2, like eip155:1'],
  ],
  [
    'a default network that is neither',
    { defaultNetwork: 'ethereum' },
    ['defaultNetwork: Invalid input'],
  ],
  [
    'a node without an address',
    { customRpcUrls: { 'eip155:1': [{}] } },
    ['customRpcUrls.eip155:1[0].url: Required'],
  ],
  [
    'ids that are no text',
    { featuredWalletIds: [1] },
    ['featuredWalletIds[0]: Expected string, received number'],
  ],
  ['both sign-ins', { siwx: {}, siweConfig: {} }, ['siwx: siweConfig and siwx cannot both be set']],
  [
    'two things',
    { debug: 1, instance: '' },
    [
      'instance: Invalid input: up to 64 letters, digits, dots and hyphens',
      'debug: Expected boolean, received number',
    ],
  ],
])('wrong: %s', ([, more, expected]) => {
  expect(issues(options(more))).toEqual(expected)
  expect(alerted).not.toHaveBeenCalled()
})

test('nothing at all', () => {
  expect(issues(undefined)).toEqual(['options: Required'])
  expect(issues({ projectId })).toEqual(['networks: Required'])
})

test('without a project id there is an alert, and an error with the path', () => {
  expect(issues(options({ projectId: '' }))).toEqual(['projectId: Project id required'])
  expect(alerted.mock.calls[0]?.[0]).toContain('Project id not configured')
  expect(() => readOptions({ networks: [mainnet] } as unknown as LatchkitOptions)).toThrow(
    'createLatchkit: projectId: Project id required',
  )
})

test('every name that hosts know is accepted', () => {
  const flags = [
    'manualWCControl',
    'disableAppend',
    'enableWallets',
    'enableEIP6963',
    'enableInjected',
    'enableCoinbase',
    'enableWalletConnect',
    'enableWalletGuide',
    'enableAuthLogger',
    'enableNetworkSwitch',
    'allowUnsupportedChain',
    'enableEmbedded',
    'experimental_preferUniversalLinks',
    'debug',
    'enableReconnect',
    'enableBaseAccount',
    'enableMobileFullScreen',
  ]
  for (const name of flags) {
    expect(issues(options({ [name]: true }))).toEqual([])
    expect(issues(options({ [name]: 1 }))).toEqual([`${name}: Expected boolean, received number`])
  }
  const given = options({
    adapters: [{}],
    metadata: { name: 'Demo', icons: [] },
    features: { email: true },
    remoteFeatures: false,
    themeMode: 'dark',
    themeVariables: { '--lk-hue': 30 },
    chainImages: { 1: 'a.png' },
    connectorImages: { a: 'a.png' },
    coinbasePreference: 'all',
    siwx: {},
    universalProvider: {},
    universalProviderConfigOverride: {},
    defaultAccountTypes: { eip155: 'eoa' },
    allWallets: 'SHOW',
    includeWalletIds: ['a'],
    excludeWalletIds: ['a'],
    featuredWalletIds: ['a'],
    customWallets: [{ id: 'a', name: 'A' }],
    customRpcUrls: { 'eip155:1': [{ url: 'https://node.test' }] },
    tokens: { 'eip155:1': {} },
    termsConditionsUrl: '/terms',
    privacyPolicyUrl: 'https://host.test/privacy',
    others: { a: 1 },
  })
  expect(issues(given)).toEqual([])
  expect(readOptions(given).options).toBe(given)
})

test('what is left out is filled in', () => {
  const { config, instance, assetsUrl, serverAssetsUrl } = readOptions(options())
  expect(instance).toBe('default')
  expect([assetsUrl, serverAssetsUrl]).toEqual([undefined, undefined])
  expect(config).toMatchObject({
    projectId,
    serverUrl: location.origin,
    providerWaitMs: 1000,
    origin: location.origin,
    sdkVersion: expect.stringMatching(/^html-universal-\d+\.\d+\.\d+$/),
  })
  expect(config).not.toHaveProperty('defaultNetwork')
})

test('addresses become absolute and end as they should', () => {
  const settings = readOptions(options({ serverUrl: 'https://server.test/kit/', assetsUrl: '/lk' }))
  expect(settings.config.serverUrl).toBe('https://server.test/kit')
  expect(settings.assetsUrl).toBe(`${location.origin}/lk/`)
  expect(settings.serverAssetsUrl).toMatch(/^https:\/\/server\.test\/kit\/assets\/\d+\.\d+\.\d+\/$/)
})

test('the default network counts only if it is one of the networks', () => {
  const wanted = (defaultNetwork: LatchkitOptions['defaultNetwork']) =>
    readOptions(options({ defaultNetwork })).config.defaultNetwork
  expect(wanted(localhost)).toBe('eip155:31337')
  expect(wanted('eip155:1')).toBe('eip155:1')
  expect(warned).not.toHaveBeenCalled()
  expect(wanted('eip155:10')).toBeUndefined()
  expect(warned).toHaveBeenCalledOnce()
})

test("networks: viem's shape, and the host's own nodes first", () => {
  const { config } = readOptions(
    options({
      networks: [
        {
          id: 10,
          name: 'OP Mainnet',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: ['https://node.test'] } },
          blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.test' } },
        },
      ],
      customRpcUrls: { 'eip155:10': [{ url: 'https://mine.test' }] },
    }),
  )
  expect(config.networks).toEqual([
    {
      id: 'eip155:10',
      namespace: 'eip155',
      name: 'OP Mainnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://mine.test', 'https://node.test'],
      explorer: { name: 'Explorer', url: 'https://explorer.test' },
      testnet: false,
    },
  ])
})
