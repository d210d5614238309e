import { version } from '../../package.json'
import {
  address,
  isLanguage,
  issuesOf,
  kind,
  like,
  type Rule,
  type Shape,
  upTo,
} from '../all/check'
import { framework } from '../all/framework'
import { isMobile } from '../all/isMobile'
import { type CaipNetwork, chainOf } from '../all/networks'
import { warn } from '../all/warn'
import type { LatchkitOptions, RpcUrl, Settings } from '../entry/options'
import type { Config } from '../generated/Config'
import type { Network } from '../generated/Network'
import type { Node } from '../generated/Node'
import { engineOptions } from '../generated/optionNames'
import type { WayKind } from '../generated/WayKind'
import { any, optionShapes, originOf } from './optionShapes'

/** What the engine gets of options that were checked. Warns of what nobody will read. */
export function configOf({ options, serverUrl, texts, networks: given }: Settings): Config {
  const { defaultNetwork, providerWaitMs } = options
  const usable = usableIn(options)
  const projectId = options.projectId.toLowerCase()
  const own = { texts: shapeOf(texts), chainImages: imagesOf(given) }
  const read = usablePart(
    options,
    { ...ofEngine, ...optionShapes, ...own },
    options,
  ) as LatchkitOptions
  const networks = given.map(network => networkOf(network, options, read.chainImages))
  const wanted = defaultNetwork && chainOf(defaultNetwork)
  const isListed = networks.some(({ caipNetworkId }) => caipNetworkId === wanted)
  if (wanted && !isListed)
    warn(options, `The default network ${wanted} is not in the option networks`)
  if (read.enableWallets === false)
    warn(options, 'With enableWallets: false people connect by e-mail alone')
  if (read.remoteFeatures === false && read.features?.email !== false)
    warn(options, 'With remoteFeatures: false e-mail is off: where its vault is the server says')
  if (read.defaultAccountTypes?.eip155 === 'smartAccount')
    warn(options, 'There are no smart accounts yet: defaultAccountTypes.eip155 is eoa for now')
  usable(options.locale, language, 'locale')
  const site = originOf(read.metadata?.url)
  if (site && site !== location.origin)
    warn(
      options,
      `The option metadata.url names ${site}, and this page is of ${location.origin}: wallets may warn of it`,
    )
  return {
    projectId,
    serverUrl,
    networks,
    ...(wanted && isListed && { defaultNetwork: wanted }),
    sdkVersion: `${framework()}-universal-${version}`,
    providerWaitMs: usable(providerWaitMs, upTo(60_000), 'providerWaitMs') ?? 1000,
    origin: location.origin,
    isMobile: isMobile(navigator),
    ...(!isSecureContext && { isInsecure: true }),
    ...storeOf(navigator),
    options: {
      ...forEngine(read),
      metadata: metadataOf(read.metadata),
      theme: themeOf(options),
      defaultAccountTypes: read.defaultAccountTypes,
      addressLabels: read.addressLabels,
      emailEntry: read.emailEntry,
      enableAuthLogger: read.enableAuthLogger,
      experimental_preferUniversalLinks: read.experimental_preferUniversalLinks,
      manualWCControl: read.manualWCControl,
    },
  }
}

/** A host's network as the engine knows it. The host's own nodes and images go first. */
function networkOf(
  network: CaipNetwork,
  options: LatchkitOptions,
  images: LatchkitOptions['chainImages'],
): Network {
  const { caipNetworkId: id, chainNamespace, name, rpcUrls, nativeCurrency } = network
  const { customRpcUrls } = options
  const usable = usableIn(options)
  const given = usable(customRpcUrls, kind('object'), 'customRpcUrls')?.[id]
  const own = usable(given, [{ url: address }], `customRpcUrls.${id}`) ?? []
  const nodes = own.map(node => nodeOf(node, options))
  const part = <T>(value: T | undefined, shape: Shape, path: string) =>
    usable(value, shape, `networks[${id}].${path}`)
  const explorer = part(network.blockExplorers?.default, site, 'blockExplorers.default')
  const told = part(rpcUrls.chainDefault, { http: [text] }, 'rpcUrls.chainDefault')
  const { imageId, imageUrl } = network.assets ?? {}
  const image = [images?.[id], images?.[network.id], imageUrl].find(isText)
  return {
    caipNetworkId: id,
    chainNamespace,
    name,
    nativeCurrency: {
      name: nativeCurrency.name,
      symbol: nativeCurrency.symbol,
      decimals: part(nativeCurrency.decimals, upTo(255), 'nativeCurrency.decimals') ?? 18,
    },
    rpcUrls: [...new Set([...nodes.map(({ url }) => url), ...(told ?? rpcUrls.default).http])],
    nodes,
    ...(explorer && { blockExplorer: { name: explorer.name, url: explorer.url } }),
    testnet: part(network.testnet, kind('boolean'), 'testnet') ?? false,
    assets: { ...(isText(imageId) && { imageId }), ...(image && { imageUrl: image }) },
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

const language: Rule = value =>
  isLanguage(value) ? undefined : `Invalid input: ${value} is not BCP 47, like pt-BR`

/** How texts must be that stand in the place of these. */
const shapeOf = (ours: object): Shape =>
  Object.fromEntries(
    Object.entries(ours).map(([name, one]) => [name, isText(one) ? text : shapeOf(one)]),
  )

const picture = like(/^(https?:|data:image|\.{0,2}\/)/, 'an image URL')

/** An image for each of the networks, by one of its names. */
const imagesOf = (networks: readonly CaipNetwork[]): Shape =>
  Object.fromEntries(
    networks.flatMap(({ caipNetworkId, id }) => [caipNetworkId, id].map(name => [name, picture])),
  )

const isText = (value: unknown): value is string => typeof value === 'string'

/** Those that the engine reads, and warns of where it cannot. */
const ofEngine = Object.fromEntries(engineOptions.map(name => [name, any]))

/**
 * What is left of a value when all that nobody will read is taken out of it, each warned of: what is of
 * another shape, to come, or of no name that is known. What stands for nothing at all is handed on.
 */
function usablePart(value: unknown, shape: Shape, options: LatchkitOptions, path = ''): unknown {
  const usable = usableIn(options)
  if (typeof shape === 'function') return usable(value, shape, path)
  const inner = Array.isArray(shape) ? (shape[0] as Shape) : undefined
  if (!value) return value
  if (!usable(value, kind(inner ? 'array' : 'object'), path)) return undefined
  if (inner)
    return (value as unknown[])
      .map((item, at) => usablePart(item, inner, options, `${path}[${at}]`))
      .filter(item => item !== undefined)
  const parts = Object.entries(value).map(([name, part]) => {
    const known = Object.hasOwn(shape, name) && (shape as { readonly [name: string]: Shape })[name]
    const whole = path ? `${path}.${name}` : name
    const names = path
      ? `. In ${path} there may be ${Object.keys(shape).join(', ')}`
      : name === 'walletConnect'
        ? ofOperator
        : ''
    if (!known) warn(options, `There is no option ${whole}; it is ignored${names}`)
    return [name, known ? usablePart(part, known, options, whole) : undefined]
  })
  return Object.fromEntries(parts)
}

const ofOperator = '. Relays are the operator’s to name: [[walletconnect.relays]] of the server'

/** The options that the engine reads, as far as JSON has words for them. */
function forEngine(options: LatchkitOptions): { [name: string]: unknown } {
  const told: { [name: string]: unknown } = {}
  for (const name of engineOptions) {
    const value: unknown = options[name]
    try {
      told[name] = JSON.parse(JSON.stringify(value))
    } catch {
      if (value !== undefined)
        warn(options, `The option ${name} is ignored: JSON has no words for it`)
    }
  }
  return told
}

/** How the modal looks, as far as the vault's frame takes part in it. */
const themeOf = ({ themeMode, themeVariables }: LatchkitOptions) => ({
  ...(themeMode && { themeMode }),
  ...(themeVariables && { themeVariables }),
})

/** How the site names itself to wallets: as its host says, else as its page does. */
export function metadataOf(given: LatchkitOptions['metadata']): LatchkitOptions['metadata'] {
  const said = (query: string) => document.querySelector<HTMLMetaElement>(query)?.content
  const icon = document.querySelector<HTMLLinkElement>('link[rel~=icon]')?.href
  return {
    name: document.title || location.host,
    description: said('meta[name=description]') ?? said('meta[property="og:description"]') ?? '',
    url: location.origin,
    // A wallet on a phone cannot read what is inside this page.
    icons: icon?.startsWith('http') ? [icon] : [],
    ...Object.fromEntries(Object.entries(given ?? {}).filter(([, part]) => part !== undefined)),
  }
}

/** The store that a browser installs from, or its device; nothing for Firefox and Safari on a desktop. */
export function storeOf(browser: Parameters<typeof isMobile>[0]): { store?: WayKind } {
  const { userAgent } = browser
  if (/Android/.test(userAgent)) return { store: 'playStore' }
  if (isMobile(browser)) return { store: 'appStore' }
  return /Chrome\//.test(userAgent) ? { store: 'chromeStore' } : {}
}
