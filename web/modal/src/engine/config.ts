import { version } from '../../package.json'
import { address, issuesOf, kind, type Shape, upTo } from '../all/check'
import { caipNetworkIdOf, chainOf, type LatchkitNetwork, namespaceOf } from '../all/networks'
import { warn } from '../all/warn'
import type { LatchkitOptions, RpcUrl, Settings } from '../entry/options'
import type { Config } from '../generated/Config'
import type { Network } from '../generated/Network'
import type { Node } from '../generated/Node'

const sdkVersion = `html-universal-${version}`

/** What the engine gets of options that were checked. Warns of what nobody will read. */
export function configOf({ options, serverUrl }: Settings): Config {
  const { defaultNetwork, providerWaitMs } = options
  const projectId = options.projectId.toLowerCase()
  const query = `?projectId=${projectId}&st=latchkit&sv=${sdkVersion}`
  const assetUrl = (id: string) => `${serverUrl}/public/getAssetImage/${id}${query}`
  const networks = options.networks.map(network => networkOf(network, options, assetUrl))
  const wanted = defaultNetwork && chainOf(defaultNetwork)
  const isListed = networks.some(({ id }) => id === wanted)
  if (wanted && !isListed)
    warn(options, `The default network ${wanted} is not in the option networks`)
  for (const name in options)
    if (!Object.hasOwn(isForEngine, name))
      warn(options, `There is no option ${name}; it is ignored`)
  return {
    projectId,
    serverUrl,
    networks,
    ...(wanted && isListed && { defaultNetwork: wanted }),
    sdkVersion,
    providerWaitMs: usableIn(options)(providerWaitMs, upTo(60_000), 'providerWaitMs') ?? 1000,
    origin: location.origin,
    isMobile: isMobile(navigator),
    options: forEngine(options),
  }
}

/** A host's network as the engine knows it. The host's own nodes and images go first. */
function networkOf(
  network: LatchkitNetwork,
  options: LatchkitOptions,
  assetUrl: (id: string) => string,
): Network {
  const { name, rpcUrls, nativeCurrency } = network
  const id = caipNetworkIdOf(network)
  const { chainImages, customRpcUrls } = options
  const usable = usableIn(options)
  const given = usable(customRpcUrls, kind('object'), 'customRpcUrls')?.[id]
  const own = usable(given, [{ url: address }], `customRpcUrls.${id}`) ?? []
  const nodes = own.map(node => nodeOf(node, options))
  const part = <T>(value: T | undefined, shape: Shape, path: string) =>
    usable(value, shape, `networks[${id}].${path}`)
  const explorer = part(network.blockExplorers?.default, site, 'blockExplorers.default')
  const told = part(rpcUrls.chainDefault, { http: [text] }, 'rpcUrls.chainDefault')
  const { imageId, imageUrl } = network.assets ?? {}
  const stored = isText(imageId) ? assetUrl(imageId) : undefined
  const image = [chainImages?.[id], chainImages?.[network.id], imageUrl, stored].find(isText)
  return {
    id,
    namespace: namespaceOf(id),
    name,
    nativeCurrency: {
      name: nativeCurrency.name,
      symbol: nativeCurrency.symbol,
      decimals: nativeCurrency.decimals,
    },
    rpcUrls: [...new Set([...nodes.map(({ url }) => url), ...(told ?? rpcUrls.default).http])],
    nodes,
    ...(explorer && { explorer: { name: explorer.name, url: explorer.url } }),
    testnet: part(network.testnet, kind('boolean'), 'testnet') ?? false,
    ...(image && { image }),
  }
}

/** A node of the host's, and the headers that viem would send there. */
function nodeOf({ url, config }: RpcUrl, options: LatchkitOptions): Node {
  try {
    return { url, headers: [...new Headers(config?.fetchOptions?.headers)] }
  } catch {
    warn(options, `The headers for ${url} are ignored: they are none that a browser can send`)
    return { url, headers: [] }
  }
}

const text = kind('string')
const site: Shape = { name: text, url: text }

/** Gives back what was given, or nothing if it is of another shape, which is warned of. */
const usableIn =
  (options: LatchkitOptions) =>
  <T>(value: T | undefined, shape: Shape, path: string): T | undefined => {
    const [issue] = value === undefined ? [] : issuesOf(value, shape, path)
    if (!issue) return value
    warn(options, `The option ${issue.path} is ignored: ${issue.message}`)
    return undefined
  }

const isText = (value: unknown): value is string => typeof value === 'string'

/** Every option there is, and whether the engine reads it by its name. */
const isForEngine: { readonly [K in keyof Required<LatchkitOptions>]: boolean } = {
  projectId: false,
  networks: false,
  serverUrl: false,
  assetsUrl: false,
  instance: false,
  defaultNetwork: false,
  providerWaitMs: false,
  locale: false,
  texts: false,
  themeMode: false,
  themeVariables: false,
  customRpcUrls: false,
  chainImages: false,
  adapters: false,
  siweConfig: false,
  siwx: false,
  universalProvider: false,
  others: false,
  metadata: true,
  debug: true,
  features: true,
  remoteFeatures: true,
  connectorImages: true,
  coinbasePreference: true,
  universalProviderConfigOverride: true,
  manualWCControl: true,
  defaultAccountTypes: true,
  allWallets: true,
  includeWalletIds: true,
  excludeWalletIds: true,
  featuredWalletIds: true,
  customWallets: true,
  tokens: true,
  termsConditionsUrl: true,
  privacyPolicyUrl: true,
  disableAppend: true,
  enableWallets: true,
  enableEIP6963: true,
  enableInjected: true,
  enableCoinbase: true,
  enableWalletConnect: true,
  enableWalletGuide: true,
  enableAuthLogger: true,
  enableNetworkSwitch: true,
  allowUnsupportedChain: true,
  enableEmbedded: true,
  experimental_preferUniversalLinks: true,
  enableReconnect: true,
  enableBaseAccount: true,
  enableMobileFullScreen: true,
}

/** The options that the engine reads, as far as JSON has words for them. */
function forEngine(options: LatchkitOptions): { [name: string]: unknown } {
  const told: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(options)) {
    if (!isForEngine[name as keyof LatchkitOptions]) continue
    try {
      told[name] = JSON.parse(JSON.stringify(value))
    } catch {
      if (value !== undefined)
        warn(options, `The option ${name} is ignored: JSON has no words for it`)
    }
  }
  return told
}

/** A browser of a phone or a tablet; that of an iPad says it is a Mac's. */
export const isMobile = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /Android|iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)
