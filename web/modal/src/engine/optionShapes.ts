import { kind, like, oneOf, type Rule, type Shape } from '../all/check'
import type { LatchkitFeatures, LatchkitOptions } from '../entry/options'
import type { CustomWallet } from '../generated/CustomWallet'
import type { EngineOptions } from '../generated/EngineOptions'
import { caip2 } from '../generated/namespaces'
import { connectMethods, connectorTypes } from '../generated/optionNames'
import type { RemoteFeatures } from '../generated/RemoteFeatures'

/** What is looked at where it is read, or by nobody. */
export const any: Rule = () => undefined

/**
 * Nothing reads it yet, so that it changes nothing; switched off, it says how things are. The types and
 * the manual name the same options.
 */
export const later: Rule = value => (value === false ? undefined : 'it has no effect yet')

const flag = kind('boolean')
const text = kind('string')

/** The address of a site, whole. */
const site: Rule = value => kind('string')(value) ?? (originOf(value) ? undefined : noSite)
const noSite = 'Invalid input: no address of a site, like https://site.example'

/** The origin of a site's address; nothing of what is none. */
export function originOf(address: unknown): string | undefined {
  try {
    const { origin, protocol } = new URL(address as string)
    return protocol.startsWith('http') ? origin : undefined
  } catch {
    return undefined
  }
}

/** An object whose names are of a form; `form` says which. */
const named =
  (pattern: RegExp, form: string): Rule =>
  value => {
    const other = kind('object')(value)
    const wrong = Object.keys(Object(value)).find(name => !pattern.test(name))
    return other ?? (wrong && like(pattern, `${wrong} is not ${form}`)(wrong))
  }

const eoa = oneOf('eoa')

/** One of these words; of those to come there is nothing yet. */
const word =
  (words: readonly string[], ...toCome: readonly string[]): Rule =>
  value =>
    (toCome.includes(value as string) ? later : oneOf(...words))(value)

const features = {
  analytics: flag,
  analyticsAddress: flag,
  allWallets: flag,
  legalCheckbox: flag,
  collapseWallets: flag,
  branding: flag,
  connectorTypeOrder: [word(connectorTypes, 'external')],
  connectMethodsOrder: [word(connectMethods, 'social')],
  email: flag,
  socials: later,
  swaps: later,
  onramp: later,
  history: flag,
  receive: flag,
  send: later,
  emailShowWallets: later,
  smartSessions: later,
  pay: later,
  walletFeaturesOrder: later,
} as const satisfies { readonly [K in keyof LatchkitFeatures]-?: Shape }

const remoteFeatures = {
  branding: flag,
  email: flag,
  socials: later,
  swaps: later,
  onramp: later,
  activity: flag,
} as const satisfies { readonly [K in keyof RemoteFeatures]-?: Shape }

const customWallet = {
  id: text,
  name: text,
  homepage: text,
  image_url: text,
  mobile_link: text,
  desktop_link: text,
  webapp_link: text,
  app_store: text,
  play_store: text,
  chrome_store: text,
  rdns: text,
} as const satisfies { readonly [K in keyof CustomWallet]-?: Shape }

type LookedInto = 'features' | 'remoteFeatures' | 'customWallets'
/** What is in them follows from other options: `configOf`. */
type Derived = 'texts' | 'chainImages'

/**
 * The options, beside those that the engine looks at by itself. What is not as its shape wants it is
 * warned of and left out.
 */
export const optionShapes = {
  features,
  remoteFeatures,
  customWallets: [customWallet],
  projectId: any,
  networks: any,
  serverUrl: any,
  assetsUrl: any,
  instance: any,
  defaultNetwork: any,
  providerWaitMs: any,
  locale: any,
  others: any,
  themeMode: oneOf('light', 'dark'),
  themeVariables: named(/^--/, 'a custom property, like --lk-hue'),
  customRpcUrls: named(caip2, 'CAIP-2, like eip155:1'),
  enableEIP6963: flag,
  enableInjected: flag,
  enableEmbedded: flag,
  adapters: later,
  siweConfig: later,
  siwx: later,
  universalProvider: later,
  metadata: { name: text, description: text, url: site, icons: [text] },
  coinbasePreference: later,
  universalProviderConfigOverride: later,
  manualWCControl: flag,
  defaultAccountTypes: {
    eip155: oneOf('eoa', 'smartAccount'),
    solana: eoa,
    polkadot: eoa,
    bip122: oneOf('payment', 'ordinal'),
    cosmos: eoa,
  },
  addressLabels: kind('object'),
  tokens: later,
  disableAppend: later,
  enableCoinbase: later,
  emailEntry: oneOf('frame', 'host'),
  enableAuthLogger: flag,
  experimental_preferUniversalLinks: flag,
  enableBaseAccount: later,
  enableMobileFullScreen: later,
} as const satisfies {
  readonly [K in
    | Exclude<keyof LatchkitOptions, keyof EngineOptions | Derived>
    | LookedInto]-?: Shape
}
