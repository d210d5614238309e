import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { options, projectId } from '../../test/fakes'
import { type LatchkitOptions, readOptions } from '../entry/options'
import { localhost, mainnet } from '../generated/builtIn'
import { configOf, storeOf } from './config'

let warned: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const config = (more: Partial<LatchkitOptions> = {}) => configOf(readOptions(options(more)))
const network = (more: object) => config({ networks: [{ ...mainnet, ...more }] }).networks[0]

const metadata = expect.objectContaining({ url: location.origin })

test('what is left out is filled in', () => {
  expect(config({ projectId: projectId.toUpperCase() })).toEqual({
    projectId,
    serverUrl: location.origin,
    networks: [
      expect.objectContaining({
        caipNetworkId: 'eip155:1',
        chainNamespace: 'eip155',
        testnet: false,
      }),
      expect.objectContaining({ caipNetworkId: 'eip155:31337' }),
    ],
    sdkVersion: expect.stringMatching(/^html-universal-\d+\.\d+\.\d+$/),
    providerWaitMs: 1000,
    origin: location.origin,
    isMobile: false,
    store: 'chromeStore',
    options: { metadata, theme: {} },
  })
  expect(warned).not.toHaveBeenCalled()
})

test('how the site names itself to wallets is the host’s word, and the page’s where it says nothing', () => {
  document.title = 'Harbor Exchange'
  document.head.insertAdjacentHTML(
    'beforeend',
    '<meta name="description" content="Swaps"><link rel="icon" href="/i.png">',
  )
  const told = (metadata?: object) => {
    const { options } = config({ metadata } as object)
    return (options as { metadata: object }).metadata
  }
  expect(told()).toEqual({
    name: 'Harbor Exchange',
    description: 'Swaps',
    url: location.origin,
    icons: [expect.stringMatching(/^http/)],
  })
  config({ metadata: { name: undefined, description: undefined, icons: undefined } })
  expect(told({ name: 'Harbor', icons: [] })).toMatchObject({ name: 'Harbor', icons: [] })
  expect(warned).not.toHaveBeenCalled()
  expect(told({ name: 7 })).toMatchObject({ name: 'Harbor Exchange' })
  expect(warned).toHaveBeenCalledOnce()
  expect(told({ url: 'harbor' })).toMatchObject({ url: location.origin })
  expect(warned).toHaveBeenLastCalledWith(expect.stringContaining('metadata.url is ignored'))
  expect(told({ url: 'https://harbor.example/app' })).toMatchObject({
    url: 'https://harbor.example/app',
  })
  expect(warned).toHaveBeenLastCalledWith(expect.stringContaining('names https://harbor.example,'))
  warned.mockClear()
  told({ url: `${location.origin}/app` })
  expect(warned).not.toHaveBeenCalled()
})

test('who looks for the relays among the options reads whose they are', () => {
  config({ walletConnect: { relays: [] } } as object)
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('[[walletconnect.relays]]'))
})

test('the default network counts only if it is one of the networks', () => {
  const wanted = (defaultNetwork: LatchkitOptions['defaultNetwork']) =>
    config({ defaultNetwork }).defaultNetwork
  expect(wanted(localhost)).toBe('eip155:31337')
  expect(wanted('eip155:1')).toBe('eip155:1')
  expect(warned).not.toHaveBeenCalled()
  expect(wanted('eip155:10')).toBeUndefined()
  expect(warned).toHaveBeenCalledOnce()
  expect(wanted('ethereum')).toBeUndefined()
  expect(warned).toHaveBeenCalledTimes(2)
  expect(wanted(null as never)).toBeUndefined()
})

test('a host may pair phones itself', () => {
  const { options } = config({ manualWCControl: true })
  expect(options).toMatchObject({ manualWCControl: true })
  config({ manualWCControl: 'yes' } as object)
  expect(warned.mock.calls).toEqual([
    ['[latchkit] The option manualWCControl is ignored: Expected boolean, received string'],
  ])
})

test('a host that asks no server, or for smart accounts, is told what it does not get', () => {
  config({ remoteFeatures: false, features: { email: false } })
  config({ defaultAccountTypes: { eip155: 'eoa' } })
  expect(warned).not.toHaveBeenCalled()
  config({ remoteFeatures: false })
  config({ defaultAccountTypes: { eip155: 'smartAccount' } })
  expect(warned.mock.calls).toEqual([
    ['[latchkit] With remoteFeatures: false e-mail is off: where its vault is the server says'],
    ['[latchkit] There are no smart accounts yet: defaultAccountTypes.eip155 is eoa for now'],
  ])
})

test('a host that switches wallets off is told that nothing is left', () => {
  config({ enableWallets: true })
  expect(warned).not.toHaveBeenCalled()
  expect(config({ enableWallets: false }).options).toEqual({
    enableWallets: false,
    metadata,
    theme: {},
  })
  const told = 'With enableWallets: false people connect by e-mail alone'
  expect(warned.mock.calls).toEqual([[`[latchkit] ${told}`]])
})

test.for<[unknown, string]>([
  ['1', 'Expected number, received string'],
  [-1, 'Expected integer from 0 to 60000, received -1'],
  [60_001, 'Expected integer from 0 to 60000, received 60001'],
])('a wait of %s is warned of and left out', ([providerWaitMs, told]) => {
  expect(config({ providerWaitMs } as object).providerWaitMs).toBe(1000)
  expect(warned.mock.calls).toEqual([[`[latchkit] The option providerWaitMs is ignored: ${told}`]])
})

test('nodes that cannot be read are warned of and left out, the others hold', () => {
  const urls = (customRpcUrls: unknown) =>
    config({ customRpcUrls } as object).networks.map(({ rpcUrls }) => rpcUrls)
  const own = [{ url: 'https://mine.test' }]
  expect(urls({ 'eip155:1': [{ url: 'mine.test' }], 'eip155:31337': own })).toEqual([
    [],
    ['https://mine.test'],
  ])
  expect(urls('https://mine.test')).toEqual([[], []])
  expect(warned.mock.calls.flat()).toEqual([
    '[latchkit] The option customRpcUrls.eip155:1[0].url is ignored: Invalid input: a URL',
    '[latchkit] The option customRpcUrls is ignored: Expected object, received string',
  ])
})

test.for<[object, string]>([
  [
    { themeMode: 'blue' },
    "themeMode is ignored: Invalid enum value. Expected 'light' | 'dark', received 'blue'",
  ],
  [
    { themeVariables: { hue: 3 } },
    'themeVariables is ignored: Invalid input: hue is not a custom property, like --lk-hue',
  ],
  [
    { customRpcUrls: { 1: [] } },
    'customRpcUrls is ignored: Invalid input: 1 is not CAIP-2, like eip155:1',
  ],
  [{ enableEIP6963: 'no' }, 'enableEIP6963 is ignored: Expected boolean, received string'],
  [{ enableCoinbase: true }, 'enableCoinbase is ignored: it has no effect yet'],
  [{ features: { pay: true } }, 'features.pay is ignored: it has no effect yet'],
  [
    { features: { connectMethodsOrder: ['sms'] } },
    "features.connectMethodsOrder[0] is ignored: Invalid enum value. Expected 'email' | 'social' | 'wallet', received 'sms'",
  ],
])('%j is told of', ([given, told]) => {
  config(given)
  config(given)
  expect(warned.mock.calls).toEqual([[`[latchkit] The option ${told}`]])
})

const told = () =>
  warned.mock.calls.flat().map((line: unknown) => String(line).replace('[latchkit] ', ''))

test('a feature that nobody knows is told of; one that is to come and not wanted is not', () => {
  config({ features: { swap: true }, enableWalletConnect: false } as object)
  config({ features: { email: false, swaps: undefined }, siwx: undefined })
  config({ remoteFeatures: { email: false, onramp: false, branding: true }, customWallets: [] })
  expect(told()).toEqual([
    expect.stringMatching(
      /^There is no option features.swap; it is ignored\. In features there may be analytics, .*, swaps, /,
    ),
  ])
})

test('what nobody will read is told of once, by its own cause, and the engine does not get it', () => {
  const { options: read } = config({
    others: { mine: 1 },
    features: {
      email: true,
      socials: ['google'],
      branding: true,
      legalCheckbox: 'yes',
      connectorTypeOrder: ['walletConnect', 'external', 'installed', 'injected'],
      connectMethodsOrder: ['wallet', 'social'],
    },
    remoteFeatures: { email: true, socials: ['foo'], onramp: ['bar'], emial: true, branding: 1 },
    customWallets: [{ id: 'a', name: 'A', mobil_link: 'a://', mobile_link: 'a://', rdns: 7 }, 'b'],
  } as object)
  expect(told()).toEqual([
    'The option features.socials is ignored: it has no effect yet',
    'The option features.legalCheckbox is ignored: Expected boolean, received string',
    'The option features.connectorTypeOrder[1] is ignored: it has no effect yet',
    "The option features.connectorTypeOrder[2] is ignored: Invalid enum value. Expected 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended', received 'installed'",
    'The option features.connectMethodsOrder[1] is ignored: it has no effect yet',
    'The option remoteFeatures.socials is ignored: it has no effect yet',
    'The option remoteFeatures.onramp is ignored: it has no effect yet',
    'There is no option remoteFeatures.emial; it is ignored. In remoteFeatures there may be branding, email, socials, swaps, onramp, activity',
    'The option remoteFeatures.branding is ignored: Expected boolean, received number',
    'There is no option customWallets[0].mobil_link; it is ignored. In customWallets[0] there may be id, name, homepage, image_url, mobile_link, desktop_link, webapp_link, app_store, play_store, chrome_store, rdns',
    'The option customWallets[0].rdns is ignored: Expected string, received number',
    'The option customWallets[1] is ignored: Expected object, received string',
  ])
  expect(read).toEqual({
    features: {
      email: true,
      branding: true,
      connectorTypeOrder: ['walletConnect', 'injected'],
      connectMethodsOrder: ['wallet'],
    },
    remoteFeatures: { email: true },
    customWallets: [{ id: 'a', name: 'A', mobile_link: 'a://' }],
    metadata,
    theme: {},
  })
})

test('a host that wants to hear nothing does not', () => {
  const wrong = {
    customRpcUrls: 7,
    providerWaitMs: -2,
    defaultNetwork: 'x',
    termsConditionsUrl: 1n,
    noOption: 1,
  }
  config({ ...wrong, debug: false } as object)
  expect(warned).not.toHaveBeenCalled()
  config(wrong as object)
  expect(warned).toHaveBeenCalledTimes(5)
})

test("networks: viem's shape, and the host's own nodes first", () => {
  const { networks } = config({
    networks: [
      {
        id: 10,
        name: 'OP Mainnet',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: ['https://node.test'] } },
        blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.test' } },
      },
    ],
    customRpcUrls: {
      'eip155:10': [
        { url: 'https://mine.test', config: { fetchOptions: { headers: { 'X-Key': 'mine' } } } },
      ],
    },
  })
  expect(networks).toEqual([
    {
      caipNetworkId: 'eip155:10',
      chainNamespace: 'eip155',
      name: 'OP Mainnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://mine.test', 'https://node.test'],
      nodes: [{ url: 'https://mine.test', headers: [['x-key', 'mine']] }],
      blockExplorer: { name: 'Explorer', url: 'https://explorer.test' },
      testnet: false,
      assets: {},
    },
  ])
})

test.each([-1, Number.NaN, 0.5, 256])(
  '%s decimals are none: told, and 18 in their place',
  decimals => {
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals }
    const { networks } = config({ networks: [{ ...mainnet, nativeCurrency }] })
    expect(networks[0]?.nativeCurrency.decimals).toBe(18)
    expect(warned).toHaveBeenCalledWith(
      `[latchkit] The option networks[eip155:1].nativeCurrency.decimals is ignored: Expected integer from 0 to 255, received ${decimals}`,
    )
  },
)

test('headers that no browser can send are warned of and left out', () => {
  const { networks } = config({
    customRpcUrls: {
      'eip155:1': [
        { url: 'https://a.test', config: { fetchOptions: { headers: { 'a b': 'c' } } } },
      ],
    },
    networks: [mainnet],
  })
  expect(networks[0]?.nodes).toEqual([{ url: 'https://a.test', headers: [] }])
  expect(warned).toHaveBeenCalledWith(
    '[latchkit] The headers for https://a.test are ignored: they are none that a browser can send',
  )
})

test('networks of other namespaces', () => {
  const id = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(network({ caipNetworkId: id })).toMatchObject({
    caipNetworkId: id,
    chainNamespace: 'solana',
  })
  expect(
    network({ caipNetworkId: undefined, chainNamespace: 'cosmos', id: 'cosmoshub-4' }),
  ).toMatchObject({ caipNetworkId: 'cosmos:cosmoshub-4', chainNamespace: 'cosmos' })
})

test('parts of a network that cannot be read are warned of and left out', () => {
  const given = {
    caipNetworkId: 'eip155:7',
    testnet: 'no',
    blockExplorers: { default: { name: 'Explorer' } },
    rpcUrls: { default: { http: ['https://node.test'] }, chainDefault: { http: 'https://b.test' } },
  }
  const read = network(given)
  expect(read).toMatchObject({ rpcUrls: ['https://node.test'], testnet: false })
  expect(read).not.toHaveProperty('explorer')
  expect(warned.mock.calls.flat()).toEqual([
    '[latchkit] The option networks[eip155:7].blockExplorers.default.url is ignored: Required',
    '[latchkit] The option networks[eip155:7].rpcUrls.chainDefault.http is ignored: Expected array, received string',
    '[latchkit] The option networks[eip155:7].testnet is ignored: Expected boolean, received string',
  ])
})

test('a wallet is told other nodes, where the network has some', () => {
  const http = (url: string) => ({ http: [url] })
  const rpcUrls = { default: http('https://a.test'), chainDefault: http('https://b.test') }
  expect(network({ rpcUrls })?.rpcUrls).toEqual(['https://b.test'])
})

test("images: the host's for the chain goes before the network's own", () => {
  const own = { imageId: 'a-1', imageUrl: '/own.png' }
  const assets = (chainImages: object, given: object = { assets: own }) =>
    config({ chainImages: { ...chainImages }, networks: [{ ...mainnet, ...given }] }).networks[0]
      ?.assets
  expect(assets({ 1: '/one.png' })).toEqual({ imageId: 'a-1', imageUrl: '/one.png' })
  expect(assets({ 'eip155:1': '/caip.png' })).toEqual({ imageId: 'a-1', imageUrl: '/caip.png' })
  expect(warned).not.toHaveBeenCalled()
  expect(assets({ 1: 7, 'eip155:1': 'one.png', 10: '/ten.png' })).toEqual(own)
  expect(told()).toEqual([
    'The option chainImages.1 is ignored: Expected string, received number',
    'There is no option chainImages.10; it is ignored. In chainImages there may be 1, eip155:1',
    'The option chainImages.eip155:1 is ignored: Invalid input: an image URL',
  ])
  expect(assets({}, { assets: { imageId: 'a-1' } })).toEqual({ imageId: 'a-1' })
  expect(assets({}, { assets: undefined })).toEqual({})
})

test('the engine is told the options that it reads, as far as JSON has words for them', () => {
  const cycle: { me?: object } = {}
  cycle.me = cycle
  const given = {
    features: { email: false, collapseWallets: true },
    remoteFeatures: false,
    allWallets: 'HIDE',
    debug: true,
    tokens: { 'eip155:1': { limit: 1 } },
    connectorImages: { wallet: 1n },
    adapters: [cycle],
    siwx: cycle,
    others: cycle,
    themeMode: 'dark',
    themeVariables: { '--lk-hue': 1 },
    customWallets: undefined,
  } as const
  expect(config(given as object).options).toEqual({
    features: { email: false, collapseWallets: true },
    remoteFeatures: false,
    allWallets: 'HIDE',
    debug: true,
    metadata,
    theme: { themeMode: 'dark', themeVariables: { '--lk-hue': 1 } },
  })
  const isOther = (told: string) => !told.endsWith('it has no effect yet')
  expect(warned.mock.calls.flat().filter(isOther)).toEqual([
    '[latchkit] The option connectorImages is ignored: JSON has no words for it',
  ])
})

test('texts that are none are warned of', () => {
  config({ texts: { close: 'Zu', loadFailed: { title: 'Weg' } } } as object)
  expect(warned).not.toHaveBeenCalled()
  const wrong = { network: 3, conect: 'Los', loadFailed: { titel: 'Weg', body: null } }
  config({ texts: wrong } as object)
  config({ texts: wrong } as object)
  expect(told()).toEqual([
    'The option texts.network is ignored: Expected string, received number',
    'There is no option texts.conect; it is ignored. In texts there may be connectWallet, connecting, account, accountWithBalance, network, wrongNetwork, dialogTitle, close, browserWallet, loadFailed',
    'There is no option texts.loadFailed.titel; it is ignored. In texts.loadFailed there may be title, body, policy, tryAgain',
    'The option texts.loadFailed.body is ignored: Expected string, received null',
  ])
  warned.mockClear()
  config({ texts: 'Los' } as object)
  expect(told()).toEqual(['The option texts is ignored: Expected object, received string'])
})

test('a language that is none is warned of', () => {
  config({ locale: 'en-GB' })
  expect(warned).not.toHaveBeenCalled()
  config({ locale: 'en_US' })
  expect(warned.mock.calls).toEqual([
    ['[latchkit] The option locale is ignored: Invalid input: en_US is not BCP 47, like pt-BR'],
  ])
})

test('an option that nobody knows is warned of, once', () => {
  const given = { enableWallet: true, toString: 1 } as Partial<LatchkitOptions>
  config(given)
  config(given)
  expect(warned.mock.calls).toEqual([
    ['[latchkit] There is no option enableWallet; it is ignored'],
    ['[latchkit] There is no option toString; it is ignored'],
  ])
})

test.for<[string | undefined, string, number]>([
  [
    'playStore',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile',
    5,
  ],
  ['appStore', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0', 5],
  ['appStore', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5],
  ['chromeStore', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Edg/126.0', 0],
  [undefined, 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0', 0],
  [undefined, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 0],
])('installs from %s: %s', ([store, userAgent, maxTouchPoints]) => {
  expect(storeOf({ userAgent, maxTouchPoints }).store).toBe(store)
})

test('which kind of account is used and how addresses are called is handed on, as far as it can be', () => {
  const told = (more: object) => {
    const { defaultAccountTypes, addressLabels } = config(more).options as LatchkitOptions
    return { defaultAccountTypes, addressLabels }
  }
  const given = { defaultAccountTypes: { eip155: 'eoa' }, addressLabels: { '0xA': 'Till' } }
  expect(told(given)).toEqual(given)
  expect(warned).not.toHaveBeenCalled()
  const wrong = { eip155: 'payment', bip122: 'ordinal' }
  expect(told({ defaultAccountTypes: wrong, addressLabels: 7 })).toEqual({
    defaultAccountTypes: { bip122: 'ordinal' },
    addressLabels: undefined,
  })
  expect(warned.mock.calls.map(([said]: unknown[]) => said)).toEqual([
    expect.stringContaining(`defaultAccountTypes.eip155 is ignored: Invalid enum value`),
    expect.stringContaining('addressLabels is ignored: Expected object, received number'),
  ])
})
