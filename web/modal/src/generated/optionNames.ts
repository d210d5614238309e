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
  'enableWalletGuide',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'enableReconnect',
  'debug',
] as const satisfies readonly (keyof EngineOptions)[]
