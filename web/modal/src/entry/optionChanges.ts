import { chainOf } from '../all/networks'
import type { Latchkit } from '../all/surface'
import { type LatchkitOptions, readOptions, type Settings } from './options'

/** What of the public surface changes options at run time. */
export type OptionChanges = Pick<
  Latchkit,
  Extract<keyof Latchkit, `${'set' | 'update'}${string}`> | 'addNetwork' | 'removeNetwork'
>

/** Whether two hosts' options are the same; of those that JSON has no words for, nobody can tell. */
export function isSame(one: LatchkitOptions, other: LatchkitOptions): boolean {
  try {
    return one === other || textOf(one) === textOf(other)
  } catch {
    return false
  }
}

/** As JSON. It has no words for what is in `Headers`, which tell it themselves. */
const textOf = (options: LatchkitOptions) =>
  JSON.stringify(options, (_, value) =>
    typeof value === 'object' && value?.[Symbol.iterator] ? [...value] : value,
  )

/** Changes what `settings` says and has it applied. `chainInUse` must stay among the networks. */
export function createOptionChanges(
  settings: () => Settings,
  apply: (settings: Settings) => void,
  chainInUse: () => string | undefined,
): OptionChanges {
  const now = () => ({ ...settings().options, networks: settings().networks })
  const change = (options: Partial<LatchkitOptions>) => {
    const { instance, options: before } = settings()
    if (isSame({ ...before, ...options }, before)) return
    apply(readOptions({ ...now(), ...options, instance }, 'updateOptions'))
  }
  const changeFeatures: Latchkit['updateFeatures'] = features =>
    change({ features: { ...now().features, ...features } })
  return {
    updateOptions: change,
    updateFeatures: changeFeatures,
    updateRemoteFeatures: features =>
      change({ remoteFeatures: { ...now().remoteFeatures, ...features } }),
    addNetwork: network => change({ networks: [...now().networks, network] }),
    removeNetwork(network) {
      const chain = chainOf(network)
      if (chain === chainInUse())
        throw new Error(`${chain} is in use: switch to another network first`)
      change({ networks: now().networks.filter(one => one.caipNetworkId !== chain) })
    },
    setThemeMode: themeMode => change({ themeMode }),
    setThemeVariables: variables =>
      change({ themeVariables: { ...now().themeVariables, ...variables } }),
    setConnectMethodsOrder: connectMethodsOrder => changeFeatures({ connectMethodsOrder }),
    setCollapseWallets: collapseWallets => changeFeatures({ collapseWallets }),
    setTermsConditionsUrl: termsConditionsUrl => change({ termsConditionsUrl }),
    setPrivacyPolicyUrl: privacyPolicyUrl => change({ privacyPolicyUrl }),
  }
}
