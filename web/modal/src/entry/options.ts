import { version } from '../../package.json'
import { address, isLanguage, issuesOf, kind, like, type Shape } from '../all/check'
import type { LatchkitTexts, LatchkitTextsInPart } from '../all/LatchkitTexts'
import {
  type CaipNetwork,
  caipNetworkIdOf,
  caipNetworkOf,
  type LatchkitNetwork,
} from '../all/networks'
import type { ConnectorType } from '../generated/ConnectorType'
import type { CustomWallet } from '../generated/CustomWallet'
import type { EngineFeatures } from '../generated/EngineFeatures'
import type { EngineOptions } from '../generated/EngineOptions'
import type { Method as ConnectMethod } from '../generated/Method'
import { caip2 } from '../generated/namespaces'
import { assets } from '../generated/paths'
import type { RemoteFeatures } from '../generated/RemoteFeatures'
import type { SocialProvider } from '../generated/SocialProvider'
import { alertText } from '../text/alertText'
import { english } from '../text/pageText'
import { LatchkitConfigError, type OptionIssue } from './LatchkitConfigError'

/** Light or dark; left out, the visitor's system decides. */
export type ThemeMode = 'light' | 'dark'

export type { ConnectMethod, ConnectorType, CustomWallet, RemoteFeatures, SocialProvider }

/** What can be done with a connected account, beside its balance. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** What the modal offers. */
export interface LatchkitFeatures extends EngineFeatures {
  /** Wallets are listed beside the field for an e-mail address. No effect yet. */
  readonly emailShowWallets?: boolean | undefined
  /** Permissions that a site is given for a while. No effect yet. */
  readonly smartSessions?: boolean | undefined
  /** Paying with another token. No effect yet. */
  readonly pay?: boolean | undefined
  /** What a connected account offers, in this order. No effect yet. */
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
}

/** A JSON-RPC node, as viem's `http(url, config)` takes it. Of `config` only the headers are read. */
export interface RpcUrl {
  readonly url: string
  readonly config?:
    | { readonly fetchOptions?: { readonly headers?: HeadersInit | undefined } | undefined }
    | undefined
}

/**
 * What a host tells Latchkit. What belongs to later features is accepted, kept and not looked into. An
 * option that cannot be read, or that nobody knows, is warned of once and left out, where the modal can
 * do without it.
 */
export interface LatchkitOptions extends EngineOptions {
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
  /**
   * The language of `texts`, BCP 47. The views speak it where the package has it: `en` is the only one
   * yet.
   */
  locale?: string | undefined
  /** What the page's buttons say, and the dialog before its views are there, in words of the host's own. */
  texts?: LatchkitTextsInPart | undefined
  /** Left out, the visitor's system decides. */
  themeMode?: ThemeMode | undefined
  /** Custom properties that the modal and the buttons are drawn with: `{ '--lk-hue': 30 }`. */
  themeVariables?: { readonly [name: string]: string | number } | undefined
  /**
   * Nodes of the host's own, by CAIP-2 id: asked before the operator's server, in this order, and told
   * to wallets that add the network before those of the network itself.
   */
  customRpcUrls?: { readonly [caipNetworkId: string]: readonly RpcUrl[] } | undefined
  /** How the site names itself to wallets on phones. What is left out is taken from the page. */
  metadata?:
    | {
        readonly name?: string | undefined
        readonly description?: string | undefined
        readonly url?: string | undefined
        readonly icons?: readonly string[] | undefined
      }
    | undefined
  /** There are none to install: the namespaces of `networks` decide. No effect. */
  adapters?: readonly unknown[] | undefined
  /** What the modal offers, as far as the operator's server does not decide it. */
  readonly features?: LatchkitFeatures | undefined
  /** Images of networks by chain id or CAIP-2 id, instead of their own. */
  chainImages?: { readonly [chainId: string]: string } | undefined
  /** Which of its accounts Coinbase Wallet offers. No effect yet. */
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** Signing in with a wallet, the older way. Not together with `siwx`. No effect yet. */
  siweConfig?: object | undefined
  /** Signing in with a wallet. Not together with `siweConfig`. No effect yet. */
  siwx?: object | undefined
  /** A provider of the host's own for phones. No effect yet. */
  universalProvider?: object | undefined
  /** What that provider asks of phones. No effect yet. */
  universalProviderConfigOverride?: object | undefined
  /** The host connects phones itself, and has their code shown by `open({ uri })`; off unless true. */
  manualWCControl?: boolean | undefined
  /**
   * Which kind of account is used where a wallet has several, and nobody chose one. Left out, `smartAccount` on
   * `eip155`, where there is none yet, and `payment` on `bip122`.
   */
  defaultAccountTypes?:
    | {
        readonly eip155?: 'eoa' | 'smartAccount'
        readonly solana?: 'eoa'
        readonly polkadot?: 'eoa'
        readonly bip122?: 'payment' | 'ordinal'
        readonly cosmos?: 'eoa'
      }
    | undefined
  /** How you call addresses of your visitors, where they choose one of a wallet's accounts. */
  addressLabels?: { readonly [address: string]: string } | undefined
  /** Tokens of the host's own by network. No effect yet. */
  tokens?: { readonly [caipNetworkId: string]: object } | undefined
  /** The modal puts no element on the page. No effect yet. */
  disableAppend?: boolean | undefined
  /** Listen for wallets that announce themselves; on unless false. */
  enableEIP6963?: boolean | undefined
  /** Offer `window.ethereum` on phones; on unless false. */
  enableInjected?: boolean | undefined
  /** Offer Coinbase Wallet where it is not installed. No effect yet. */
  enableCoinbase?: boolean | undefined
  /**
   * Where visitors type who sign in by e-mail: in the vault's frame, which alone reads it (`frame`, if left out), or in
   * fields of the modal, which your page can read (`host`).
   */
  emailEntry?: 'frame' | 'host' | undefined
  /** The embedded wallet's frame keeps a log of what it does; off unless true. */
  enableAuthLogger?: boolean | undefined
  /** Show the modal in the page's `<latchkit-modal>` instead of a dialog; off unless true. */
  enableEmbedded?: boolean | undefined
  /** Open apps on phones by their https addresses first; off unless true. */
  experimental_preferUniversalLinks?: boolean | undefined
  /** Offer Base Account. No effect yet. */
  enableBaseAccount?: boolean | undefined
  /** Cover the whole screen of a phone. No effect yet. */
  enableMobileFullScreen?: boolean | undefined
  /** The host's own: kept untouched, and read by nobody. */
  others?: object | undefined
}

/** Options that were checked, with what was left out filled in. `config.ts` makes the engine's of them. */
export interface Settings {
  /** As given. */
  options: LatchkitOptions
  /** Those of the options, with their names. */
  networks: readonly CaipNetwork[]
  instance: string
  /** The language of `texts`, BCP 47. */
  locale: string
  texts: LatchkitTexts
  /** Without a slash at the end. */
  serverUrl: string
  /** Absolute, ends with a slash. */
  assetsUrl: string | undefined
  serverAssetsUrl: string | undefined
}

const text = kind('string')
const network: Shape = {
  name: text,
  // Which number of decimals, `config.ts` looks at.
  nativeCurrency: { name: text, symbol: text, decimals: kind('number') },
  rpcUrls: { default: { http: [address] } },
}

/** What must be right, since nothing works without it. `config.ts` and the engine read the other options. */
const shape: Shape = {
  projectId: like(/^[0-9a-f]{32}$/i, '32 hexadecimal digits'),
  networks: [network],
  instance: like(/^[\w.-]{1,64}$/, 'up to 64 letters, digits, dots and hyphens'),
  serverUrl: address,
  assetsUrl: address,
}

/**
 * Checks the options and fills in what was left out. Throws a {@link LatchkitConfigError} with a path
 * and a message for each thing that is wrong, and with `by`, the name of what was called; a missing
 * project id is also an alert in the console.
 */
export function readOptions(given: LatchkitOptions, by?: string): Settings {
  const { instance = 'default', serverUrl = '/', assetsUrl = '/', ...others } = given ?? {}
  const issues = issuesIn(given && { instance, serverUrl, assetsUrl, ...others })
  if (issues[0]) throw new LatchkitConfigError(issues, by)
  const { networks, locale, texts } = given
  const server = absolute(serverUrl)
  return {
    options: given,
    networks: networks.map(caipNetworkOf),
    instance,
    locale: texts && isLanguage(locale) ? locale : 'en',
    texts: replaced(english, texts),
    serverUrl: server,
    assetsUrl: given.assetsUrl && `${absolute(assetsUrl)}/`,
    serverAssetsUrl: given.serverUrl && `${server}${assets}${version}/`,
  }
}

function issuesIn(whole: LatchkitOptions): OptionIssue[] {
  if (whole && !whole.projectId) {
    const { short, long } = alertText.projectIdNotConfigured
    const message = short()
    if (whole.debug !== false) console.error(`[latchkit] ${message}. ${long()}`)
    return [{ path: 'projectId', message }]
  }
  const issues = issuesOf(whole, shape)
  // What follows reads the networks, so they must be some.
  if (issues[0]) return issues
  const ids = whole.networks.map(caipNetworkIdOf)
  const fail = (path: string, message: string) => issues.push({ path, message })
  if (!ids[0]) fail('networks', 'Required')
  ids.forEach((id, at) => {
    if (!caip2.test(id))
      fail(`networks[${at}]`, `Invalid input: ${id} is not CAIP-2, like eip155:1`)
    if (ids.indexOf(id) < at) fail(`networks[${at}]`, `Invalid input: ${id} is listed twice`)
  })
  if (whole.siwx && whole.siweConfig) fail('siwx', 'siweConfig and siwx cannot both be set')
  return issues
}

/** Texts with others in their place, as far as those are texts. */
const replaced = <T>(ours: T, others: unknown): T =>
  typeof ours === 'object'
    ? (Object.fromEntries(
        Object.entries(ours as object).map(([name, text]) => [
          name,
          replaced(text, Object(others)[name]),
        ]),
      ) as T)
    : typeof others === 'string'
      ? (others as T)
      : ours

/**
 * An address as a full one without a slash at the end. Outside of pages there is nothing it could be
 * relative to.
 */
const absolute = (url: string): string =>
  (globalThis.location ? new URL(url, location.href).href : url).replace(/\/+$/, '')
