// First, in this order, since the file is compressed better so.
import './sheet'
import './wallets'

import type { Latchkit } from '../all/surface'
import { warn } from '../all/warn'
import { defineButtons } from './button'
import { packageChunks } from './chunks'
import { createInstance } from './instance'
import { isSame } from './optionChanges'
import { type LatchkitOptions, readOptions } from './options'
import { addInstance, findExactly, findInstance, removeInstance } from './registry'
import { listenForWallets, pageWallets } from './wallets'

export type { ButtonAttributes, ModalAttributes } from '../all/elements'
export type { LatchkitTexts, LatchkitTextsInPart } from '../all/LatchkitTexts'
export type { CaipNetwork, Eip155Network, LatchkitNetwork } from '../all/networks'
export { ProviderRpcError } from '../all/ProviderRpcError'
export type {
  AccountParts,
  AddressOf,
  ConnectedAccount,
  DecidedFeatures,
  Eip1193Provider,
  Latchkit,
  LatchkitAccount,
  LatchkitActiveNetwork,
  LatchkitConnector,
  LatchkitEvent,
  LatchkitState,
  LatchkitTheme,
  LatchkitWallet,
  OpenOptions,
  OpenView,
  ProviderEvents,
  SolanaMethods,
  SolanaProvider,
  ThemeVariables,
  UnconnectedAccount,
} from '../all/surface'
export type { AccountEntry } from '../generated/AccountEntry'
export type { AccountType } from '../generated/AccountType'
export type { AllWallets } from '../generated/AllWallets'
export type { Choice } from '../generated/Choice'
export type { EngineFeatures } from '../generated/EngineFeatures'
export type { EngineOptions } from '../generated/EngineOptions'
export type { Namespace } from '../generated/Namespace'
export type { OrFalse } from '../generated/OrFalse'
export type { RpcError } from '../generated/RpcError'
export type { View } from '../generated/View'
export { LatchkitConfigError, type OptionIssue } from './LatchkitConfigError'
export type {
  ConnectMethod,
  ConnectorType,
  CustomWallet,
  LatchkitFeatures,
  LatchkitOptions,
  RemoteFeatures,
  RpcUrl,
  SocialProvider,
  ThemeMode,
  WalletFeature,
} from './options'

defineButtons()

declare global {
  interface HTMLElementTagNameMap {
    'latchkit-button': HTMLElement
    'latchkit-connect-button': HTMLElement
    'latchkit-account-button': HTMLElement
    'latchkit-network-button': HTMLElement
    'latchkit-modal': HTMLElement
  }
}

/**
 * Makes a modal for the page. Nothing is requested and nothing loaded before a visitor shows intent,
 * unless a stored connection is to be restored.
 *
 * A second call for the same `projectId` and `instance` gives the same modal, with the options of the
 * second call; another `instance` is independent. Throws a `LatchkitConfigError`.
 *
 * @example
 * const latchkit = createLatchkit({ projectId, serverUrl, networks: [mainnet] })
 * document.querySelector('#connect').onclick = () => latchkit.open()
 */
export function createLatchkit(options: LatchkitOptions): Latchkit {
  const settings = readOptions(options)
  const known = findExactly(options.projectId, settings.instance)
  if (known) {
    if (isSame(known.settings().options, options)) return known
    warn(options, `createLatchkit again for ${settings.instance}: its new options apply`)
    known.apply(settings)
    return known
  }
  if (findInstance(settings.instance))
    warn(options, `Two projects share instance ${settings.instance}`)
  const instance = createInstance(settings, {
    wallets: pageWallets,
    listenForWallets,
    removed: removeInstance,
    chunks: current => packageChunks(current, pageWallets),
  })
  addInstance(instance)
  return instance
}

/** The modal that `createLatchkit` made under this name, if it did. */
export const getLatchkit = (instance = 'default'): Latchkit | undefined => findInstance(instance)
