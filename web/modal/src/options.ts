import { warnOnce } from '../../shell/src/warnOnce'
import { version } from '../package.json'
import {
  type Check,
  either,
  fields,
  flag,
  like,
  list,
  number,
  object,
  oneOf,
  table,
  text,
  webAddress,
} from './check'
import type { Config } from './generated/Config'
import type { Namespace } from './generated/Namespace'
import { LatchkitConfigError, type OptionIssue } from './LatchkitConfigError'
import { caipNetworkIdOf, type LatchkitNetwork, networkOf } from './networks'
import { alertText } from './text/pageText'

/** Light or dark; left out, the visitor's system decides. */
export type ThemeMode = 'light' | 'dark'

/** What a host tells Latchkit. What belongs to later features is accepted, kept and not looked into. */
export interface LatchkitOptions {
  /** The project at the operator's server: 32 hexadecimal digits. */
  projectId: string
  /** At least one; their order is the order shown. Exports of this package, or viem's chains. */
  networks: readonly LatchkitNetwork[]
  /** The operator's server. Left out, it is at the page's own origin. */
  serverUrl?: string | undefined
  /** Where the package's files are, if they are not beside its entry. */
  assetsUrl?: string | undefined
  /** Names this modal among others of the page; letters, digits, `.`, `-`, `_`. `default` if left out. */
  instance?: string | undefined
  /** The network for visitors who never chose one. */
  defaultNetwork?: LatchkitNetwork | string | undefined
  /** How long to wait at a reload for a wallet that announces itself late, in ms. 1000 if left out. */
  providerWaitMs?: number | undefined
  themeMode?: ThemeMode | undefined
  themeVariables?: { readonly [name: string]: string | number } | undefined
  /** Nodes that are asked before the network's own, by CAIP-2 id. */
  customRpcUrls?:
    | {
        readonly [caipNetworkId: string]: readonly {
          readonly url: string
          readonly config?: object
        }[]
      }
    | undefined
  metadata?:
    | {
        readonly name?: string
        readonly description?: string
        readonly url?: string
        readonly icons?: readonly string[]
      }
    | undefined
  /** Warnings and alerts in the console; on unless false. */
  debug?: boolean | undefined
  adapters?: readonly unknown[] | undefined
  features?: object | undefined
  /** `false` never asks the server which features are on. */
  remoteFeatures?: object | false | undefined
  chainImages?: { readonly [chainId: string]: string } | undefined
  connectorImages?: { readonly [connectorId: string]: string } | undefined
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** Not together with `siwx`. */
  siweConfig?: object | undefined
  siwx?: object | undefined
  universalProvider?: object | undefined
  universalProviderConfigOverride?: object | undefined
  manualWCControl?: boolean | undefined
  defaultAccountTypes?: { readonly [K in Namespace]?: string } | undefined
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  includeWalletIds?: readonly string[] | undefined
  excludeWalletIds?: readonly string[] | undefined
  featuredWalletIds?: readonly string[] | undefined
  customWallets?: readonly object[] | undefined
  tokens?: { readonly [caipNetworkId: string]: object } | undefined
  termsConditionsUrl?: string | undefined
  privacyPolicyUrl?: string | undefined
  disableAppend?: boolean | undefined
  enableWallets?: boolean | undefined
  /** Listen for wallets that announce themselves; on unless false. */
  enableEIP6963?: boolean | undefined
  enableInjected?: boolean | undefined
  enableCoinbase?: boolean | undefined
  enableWalletConnect?: boolean | undefined
  enableWalletGuide?: boolean | undefined
  enableAuthLogger?: boolean | undefined
  enableNetworkSwitch?: boolean | undefined
  allowUnsupportedChain?: boolean | undefined
  enableEmbedded?: boolean | undefined
  experimental_preferUniversalLinks?: boolean | undefined
  enableReconnect?: boolean | undefined
  enableBaseAccount?: boolean | undefined
  enableMobileFullScreen?: boolean | undefined
  /** The host's own; kept and handed through. */
  others?: object | undefined
}

/** Options that were checked, with what was left out filled in. */
export interface Settings {
  /** As given. */
  options: LatchkitOptions
  instance: string
  config: Config
  /** Absolute, ends with a slash. */
  assetsUrl: string | undefined
  serverAssetsUrl: string | undefined
}

const caipNetworkId = like(/^[-a-z0-9]{3,8}:[-\w]{1,32}$/, 'CAIP-2, like eip155:1')
const nodes = fields({ http: list(webAddress) }, ['http'])
const currency = { name: text, symbol: text, decimals: number(0, 255) }
const explorer = { name: text, url: text }

const network = fields(
  {
    id: either(number(0, Number.MAX_SAFE_INTEGER), text),
    caipNetworkId,
    chainNamespace: oneOf('eip155', 'solana', 'polkadot', 'bip122', 'cosmos'),
    name: text,
    nativeCurrency: fields(currency, Object.keys(currency)),
    rpcUrls: fields({ default: nodes, chainDefault: nodes }, ['default']),
    blockExplorers: fields({ default: fields(explorer, Object.keys(explorer)) }),
    testnet: flag,
    assets: object,
  },
  ['id', 'name', 'nativeCurrency', 'rpcUrls'],
)

const checks: { [K in keyof LatchkitOptions]?: Check } = {
  projectId: like(/^[0-9a-f]{32}$/i, '32 hexadecimal digits'),
  networks: list(network, 1),
  instance: like(/^[\w.-]{1,64}$/, 'up to 64 letters, digits, dots and hyphens'),
  defaultNetwork: either(network, caipNetworkId),
  providerWaitMs: number(0, 60_000),
  themeMode: oneOf('light', 'dark'),
  customRpcUrls: table(list(fields({ url: webAddress }, ['url']))),
}

/** Options whose names say what they are. */
const kinds: readonly [RegExp, Check][] = [
  [/^(enable|disable|allowU|experimental_|debug$|manual)/, flag],
  [/^(features|siwe|siwx|universal|others|metadata)/, object],
  [/Ids$/, list(text)],
  [/sUrl$|yUrl$|rUrl$/, webAddress],
]

/**
 * Checks the options and fills in what was left out. Throws a {@link LatchkitConfigError} with a path
 * and a message for each thing that is wrong; a missing project id is also an alert in the console.
 */
export function readOptions(given: LatchkitOptions): Settings {
  const issues = issuesOf(given)
  if (issues.length > 0) throw new LatchkitConfigError(issues)
  const serverUrl = absolute(given.serverUrl ?? '/').replace(/\/+$/, '')
  return {
    options: given,
    instance: given.instance ?? 'default',
    config: configOf(given, serverUrl),
    assetsUrl: given.assetsUrl && `${absolute(given.assetsUrl).replace(/\/+$/, '')}/`,
    serverAssetsUrl: given.serverUrl && `${serverUrl}/assets/${version}/`,
  }
}

function issuesOf(given: LatchkitOptions): OptionIssue[] {
  if (typeof given !== 'object' || given === null) return [{ path: 'options', message: 'Required' }]
  const byKind = Object.keys(given).flatMap(name =>
    kinds.filter(([pattern]) => pattern.test(name)).map(([, check]) => [name, check] as const),
  )
  const all = { ...checks, ...Object.fromEntries(byKind) }
  const issues = fields(all, ['projectId', 'networks'])(given, '')
  if (!given.projectId) {
    const alert = alertText.projectIdNotConfigured
    console.error(`[latchkit] ${alert.short()}. ${alert.long()}`)
    const others = issues.filter(({ path }) => path !== 'projectId')
    return [{ path: 'projectId', message: 'Project id required' }, ...others]
  }
  return given.siwx && given.siweConfig
    ? [...issues, { path: 'siwx', message: 'siweConfig and siwx cannot both be set' }]
    : issues
}

function configOf(given: LatchkitOptions, serverUrl: string): Config {
  const { networks, defaultNetwork, customRpcUrls = {} } = given
  const urlsOf = (id: string) => customRpcUrls[id]?.map(({ url }) => url)
  const wanted =
    typeof defaultNetwork === 'object' ? caipNetworkIdOf(defaultNetwork) : defaultNetwork
  const isListed = networks.some(one => caipNetworkIdOf(one) === wanted)
  if (wanted && !isListed) warnOnce(`The default network ${wanted} is not in the option networks`)
  return {
    projectId: given.projectId.toLowerCase(),
    serverUrl,
    networks: networks.map(one => networkOf(one, urlsOf(caipNetworkIdOf(one)))),
    ...(wanted && isListed && { defaultNetwork: wanted }),
    sdkVersion: `html-universal-${version}`,
    providerWaitMs: given.providerWaitMs ?? 1000,
    origin: globalThis.location?.origin ?? '',
  }
}

/** An address as a full one. Outside of pages there is nothing it could be relative to. */
const absolute = (url: string): string =>
  globalThis.location ? new URL(url, location.href).href : url
