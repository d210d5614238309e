import type { EngineOptions } from './EngineOptions.ts'

/** The options that the engine reads. */
export const engineOptions = [
  'features',
  'remoteFeatures',
  'connectorImages',
  'allWallets',
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'enableWallets',
  'enableWalletConnect',
  'enableWalletGuide',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'enableReconnect',
  'debug',
] as const satisfies readonly (keyof EngineOptions)[]
/** The kinds of wallets in the list. */
export const connectorTypes = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
/** The ways to connect. */
export const connectMethods = ['email', 'social', 'wallet'] as const
