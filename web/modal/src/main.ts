import { warnOnce } from '../../shell/src/warnOnce'
import { defineButton } from './button'
import { packageChunks } from './chunks'
import { createInstance } from './instance'
import { type LatchkitOptions, readOptions, type Settings } from './options'
import { addInstance, findExactly, findInstance, removeInstance } from './registry'
import type { Latchkit } from './surface'
import { listenForWallets, pageWallets } from './wallets'

export { localhost, mainnet } from './generated/builtIn'
export { LatchkitConfigError, type OptionIssue } from './LatchkitConfigError'
export type { LatchkitNetwork } from './networks'
export type { LatchkitOptions, ThemeMode } from './options'
export { ProviderRpcError } from './ProviderRpcError'
export type {
  Eip1193Provider,
  Latchkit,
  LatchkitAccount,
  LatchkitActiveNetwork,
  LatchkitState,
  OpenOptions,
  ProviderEvents,
} from './surface'

defineButton()

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
  const known = findExactly(settings.config.projectId, settings.instance)
  if (known) {
    if (isSame(known.settings(), settings)) return known
    warnOnce(
      `createLatchkit was called again for instance ${settings.instance}; its new options apply.`,
    )
    known.apply(settings)
    return known
  }
  if (findInstance(settings.instance)) warnOnce(`Two projects share instance ${settings.instance}.`)
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

/** Whether two calls would make the same modal. */
const isSame = (one: Settings, other: Settings): boolean => looks(one) === looks(other)

const looks = ({ config, assetsUrl, options }: Settings) =>
  JSON.stringify([config, assetsUrl, options.themeMode])
