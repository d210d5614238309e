import { version } from '../../package.json'
import { address, issuesOf, kind, like, type Shape, upTo } from '../all/check'
import type { LatchkitTexts } from '../all/LatchkitTexts'
import { caipNetworkIdOf, type LatchkitNetwork } from '../all/networks'
import { alertText } from '../text/alertText'
import { english } from '../text/pageText'
import { LatchkitConfigError, type OptionIssue } from './LatchkitConfigError'

/** Light or dark; left out, the visitor's system decides. */
export type ThemeMode = 'light' | 'dark'

/** Ways to connect. */
export type ConnectMethod = 'email' | 'social' | 'wallet'

/** Kinds of wallets in the list. */
export type ConnectorType =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

/** Accounts elsewhere that a visitor can sign in with. */
export type SocialProvider =
  | 'google'
  | 'x'
  | 'discord'
  | 'farcaster'
  | 'github'
  | 'apple'
  | 'facebook'

/** What can be done with a connected account, beside its balance. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** Features that the operator's server switches on and off, unless the host does. */
export interface RemoteFeatures {
  /** Sign-in by a code sent by e-mail. */
  readonly email?: boolean | undefined
  /** Sign-in by accounts elsewhere, in this order. */
  readonly socials?: readonly SocialProvider[] | false | undefined
  readonly swaps?: boolean | readonly string[] | undefined
  /** Who sells crypto. */
  readonly onramp?: boolean | readonly string[] | undefined
  /** The history of transactions. */
  readonly activity?: boolean | undefined
  /** A line that names Latchkit. */
  readonly branding?: boolean | undefined
}

/**
 * What the modal offers. While the server decides, what it says of `email`, `socials`, `swaps`,
 * `onramp`, `history` and `branding` holds, and these are ignored with a warning: see `remoteFeatures`.
 */
export interface LatchkitFeatures extends Omit<RemoteFeatures, 'activity'> {
  /** The history of transactions. */
  readonly history?: boolean | undefined
  /** On unless false, as `send`, `analytics` and `allWallets`. */
  readonly receive?: boolean | undefined
  readonly send?: boolean | undefined
  /** Counting what happens, at the operator's server. */
  readonly analytics?: boolean | undefined
  /** The connected address is told with what is counted; off unless true. */
  readonly analyticsAddress?: boolean | undefined
  /** The way to all wallets. */
  readonly allWallets?: boolean | undefined
  readonly emailShowWallets?: boolean | undefined
  /** Terms are to be accepted by a tick; off unless true, as the following. */
  readonly legalCheckbox?: boolean | undefined
  readonly smartSessions?: boolean | undefined
  /** All wallets behind one row. */
  readonly collapseWallets?: boolean | undefined
  readonly pay?: boolean | undefined
  readonly connectorTypeOrder?: readonly ConnectorType[] | undefined
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
}

/** A JSON-RPC node, as viem's `http(url, config)` takes it. Of `config` only the headers are read. */
export interface RpcUrl {
  readonly url: string
  readonly config?:
    | { readonly fetchOptions?: { readonly headers?: HeadersInit | undefined } | undefined }
    | undefined
}

/** A wallet of the host's own, under the names that the directory uses. */
export interface CustomWallet {
  readonly id: string
  readonly name: string
  readonly homepage?: string | undefined
  readonly image_url?: string | undefined
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly chrome_store?: string | undefined
  /** EIP-6963. */
  readonly rdns?: string | undefined
}

/**
 * What a host tells Latchkit. What belongs to later features is accepted, kept and not looked into. An
 * option that cannot be read, or that nobody knows, is warned of once and left out, where the modal can
 * do without it.
 */
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
  /**
   * The language of `texts`, BCP 47. The views speak it where the package has it: `en` is the only one
   * yet.
   */
  locale?: string | undefined
  /** What the page's buttons say, and the dialog before its views are there, in words of the host's own. */
  texts?: Partial<LatchkitTexts> | undefined
  themeMode?: ThemeMode | undefined
  themeVariables?: { readonly [name: string]: string | number } | undefined
  /**
   * Nodes of the host's own, by CAIP-2 id: asked before the operator's server, in this order, and told
   * to wallets that add the network before those of the network itself.
   */
  customRpcUrls?: { readonly [caipNetworkId: string]: readonly RpcUrl[] } | undefined
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
  features?: LatchkitFeatures | undefined
  /**
   * What it names holds over what the server says. `false` never asks the server which features are on:
   * `features` alone decides.
   */
  remoteFeatures?: RemoteFeatures | false | undefined
  /** Images of networks by chain id or CAIP-2 id, instead of their own. */
  chainImages?: { readonly [chainId: string]: string } | undefined
  /**
   * Images of wallets, instead of their own: by the id they announce themselves with (on eip155 their
   * reverse domain name) or, where they are not installed, also by their id in the directory.
   */
  connectorImages?: { readonly [connectorId: string]: string } | undefined
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** Not together with `siwx`. */
  siweConfig?: object | undefined
  siwx?: object | undefined
  universalProvider?: object | undefined
  universalProviderConfigOverride?: object | undefined
  manualWCControl?: boolean | undefined
  defaultAccountTypes?:
    | {
        readonly eip155?: 'eoa' | 'smartAccount'
        readonly solana?: 'eoa'
        readonly polkadot?: 'eoa'
        readonly bip122?: 'payment' | 'ordinal'
        readonly cosmos?: 'eoa'
      }
    | undefined
  /** Whether there is a way to all wallets. `SHOW` if left out. */
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  /** Wallets of the directory by id: only these, none of these, these first. */
  includeWalletIds?: readonly string[] | undefined
  excludeWalletIds?: readonly string[] | undefined
  featuredWalletIds?: readonly string[] | undefined
  customWallets?: readonly CustomWallet[] | undefined
  tokens?: { readonly [caipNetworkId: string]: object } | undefined
  /** Linked where a visitor connects. */
  termsConditionsUrl?: string | undefined
  privacyPolicyUrl?: string | undefined
  disableAppend?: boolean | undefined
  /** Connecting by wallet; on unless false. */
  enableWallets?: boolean | undefined
  /** Listen for wallets that announce themselves; on unless false. */
  enableEIP6963?: boolean | undefined
  enableInjected?: boolean | undefined
  enableCoinbase?: boolean | undefined
  enableWalletConnect?: boolean | undefined
  /** A way to a wallet for visitors who have none; on unless false. */
  enableWalletGuide?: boolean | undefined
  enableAuthLogger?: boolean | undefined
  /** Choosing networks; on unless false. */
  enableNetworkSwitch?: boolean | undefined
  /** A wallet may stay on a network that the site does not have; off unless true. */
  allowUnsupportedChain?: boolean | undefined
  enableEmbedded?: boolean | undefined
  experimental_preferUniversalLinks?: boolean | undefined
  /** Bring a stored connection back; on unless false. */
  enableReconnect?: boolean | undefined
  enableBaseAccount?: boolean | undefined
  enableMobileFullScreen?: boolean | undefined
  /** The host's own; kept and handed through untouched. */
  others?: object | undefined
}

/** Options that were checked, with what was left out filled in. `config.ts` makes the engine's of them. */
export interface Settings {
  /** As given. */
  options: LatchkitOptions
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
const currency: Shape = { name: text, symbol: text, decimals: upTo(255) }
const network: Shape = {
  name: text,
  nativeCurrency: currency,
  rpcUrls: { default: { http: [address] } },
}

/** What must be right, since nothing works without it. `config.ts` and the engine read the other options. */
const shape: Shape = {
  projectId: like(/^[0-9a-f]{32}$/i, '32 hexadecimal digits'),
  networks: [network],
  'instance?': like(/^[\w.-]{1,64}$/, 'up to 64 letters, digits, dots and hyphens'),
  'serverUrl?': address,
  'assetsUrl?': address,
}

/** CAIP-2 of the namespaces there are. */
const chain = /^(eip155:\d{1,16}|(solana|polkadot|bip122|cosmos):[-\w]{1,32})$/

/**
 * Checks the options and fills in what was left out. Throws a {@link LatchkitConfigError} with a path
 * and a message for each thing that is wrong; a missing project id is also an alert in the console.
 */
export function readOptions(given: LatchkitOptions): Settings {
  const issues = issuesIn(given)
  if (issues.length > 0) throw new LatchkitConfigError(issues)
  const serverUrl = absolute(given.serverUrl ?? '/').replace(/\/+$/, '')
  return {
    options: given,
    instance: given.instance ?? 'default',
    locale: (given.texts && given.locale) || 'en',
    texts: { ...english, ...given.texts },
    serverUrl,
    assetsUrl: given.assetsUrl && `${absolute(given.assetsUrl).replace(/\/+$/, '')}/`,
    serverAssetsUrl: given.serverUrl && `${serverUrl}/assets/${version}/`,
  }
}

function issuesIn(given: LatchkitOptions): OptionIssue[] {
  const { projectId, networks, siwx, siweConfig } = given ?? {}
  if (given && !projectId) {
    const alert = alertText.projectIdNotConfigured
    if (given.debug !== false) console.error(`[latchkit] ${alert.short()}. ${alert.long()}`)
    return [{ path: 'projectId', message: 'Project id required' }]
  }
  const issues = issuesOf(given, shape)
  // What follows reads the networks, so they must be some.
  if (issues.length > 0) return issues
  const ids = networks.map(caipNetworkIdOf)
  const fail = (path: string, message: string) => issues.push({ path, message })
  if (!ids[0]) fail('networks', 'Array must contain at least 1 element(s)')
  ids.forEach((id, at) => {
    if (!chain.test(id))
      fail(`networks[${at}]`, `Invalid input: ${id} is not CAIP-2, like eip155:1`)
    if (ids.indexOf(id) < at) fail(`networks[${at}]`, `Invalid input: ${id} is listed twice`)
  })
  if (siwx && siweConfig) fail('siwx', 'siweConfig and siwx cannot both be set')
  return issues
}

/** An address as a full one. Outside of pages there is nothing it could be relative to. */
const absolute = (url: string): string =>
  globalThis.location ? new URL(url, location.href).href : url
