import { kind, like, oneOf, type Rule, type Shape } from '../all/check'
import type { LatchkitFeatures, LatchkitOptions } from '../entry/options'
import type { EngineOptions } from '../generated/EngineOptions'
import { caip2 } from '../generated/namespaces'

/** What is read elsewhere, or not looked into. */
const any: Rule = () => undefined

/** Nothing reads it yet, so that it changes nothing; switched off, it says how things are. */
export const later: Rule = value => (value === false ? undefined : 'it has no effect yet')

const flag = kind('boolean')

/** An object whose names are of a form; `form` says which. */
const named =
  (pattern: RegExp, form: string): Rule =>
  value => {
    const other = kind('object')(value)
    const wrong = Object.keys(Object(value)).find(name => !pattern.test(name))
    return other ?? (wrong && like(pattern, `${wrong} is not ${form}`)(wrong))
  }

/** The options beside those that the engine reads; the entry has looked at some of them already. */
export const pageOptions: {
  readonly [K in keyof Omit<LatchkitOptions, keyof EngineOptions>]-?: Shape
} = {
  projectId: any,
  networks: any,
  serverUrl: any,
  assetsUrl: any,
  instance: any,
  defaultNetwork: any,
  providerWaitMs: any,
  locale: any,
  texts: any,
  others: any,
  themeMode: oneOf('light', 'dark'),
  themeVariables: named(/^--/, 'a custom property, like --lk-hue'),
  customRpcUrls: named(caip2, 'CAIP-2, like eip155:1'),
  chainImages: kind('object'),
  enableEIP6963: flag,
  enableInjected: flag,
  enableEmbedded: flag,
  adapters: later,
  siweConfig: later,
  siwx: later,
  universalProvider: later,
  metadata: later,
  coinbasePreference: later,
  universalProviderConfigOverride: later,
  manualWCControl: later,
  defaultAccountTypes: later,
  tokens: later,
  disableAppend: later,
  enableCoinbase: later,
  enableWalletConnect: later,
  enableAuthLogger: later,
  experimental_preferUniversalLinks: later,
  enableBaseAccount: later,
  enableMobileFullScreen: later,
}

const methods = oneOf('email', 'social', 'wallet')
const ofList = ['recent', 'injected', 'featured', 'custom', 'recommended']
const kinds = oneOf(...ofList, 'walletConnect', 'external')

/** What is in the option `features`; the engine looks at the kinds of values that it reads. */
export const featureOptions: { readonly [K in keyof LatchkitFeatures]-?: Shape } = {
  analytics: any,
  analyticsAddress: any,
  allWallets: any,
  legalCheckbox: any,
  collapseWallets: any,
  branding: any,
  connectorTypeOrder: [kinds],
  connectMethodsOrder: [methods],
  email: later,
  socials: later,
  swaps: later,
  onramp: later,
  history: later,
  receive: later,
  send: later,
  emailShowWallets: later,
  smartSessions: later,
  pay: later,
  walletFeaturesOrder: later,
}
