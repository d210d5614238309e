import type { State } from '../../../shell/src/entry/store'
import type { LatchkitOptions } from '../entry/options'
import type { Account } from '../generated/Account'
import type { Intent } from '../generated/Intent'
import type { Namespace } from '../generated/Namespace'
import type { Networks } from '../generated/Networks'
import type { Snapshot } from '../generated/Snapshot'
import type { State as EngineState } from '../generated/State'
import type { View } from '../generated/View'
import { caipNetworkIdOf, chainOf, namespaceOf } from './networks'
import { activeNamespace } from './selectors'
import type { LatchkitEvent, LatchkitTheme } from './surface'

declare module '../../../shell/src/entry/store' {
  interface Slices extends EngineState {
    /** What happened last of what is counted. Owned by the page. */
    event: LatchkitEvent
    /** How the modal and the page's buttons are drawn. Owned by the page. */
    theme: LatchkitTheme
    /** The host's chains, CAIP-2: its default, Ethereum, the others in its order. Owned by the page. */
    preferred: readonly string[]
    /** The choice that was made last on the Connect list, while that still shows. Owned by the page. */
    taken: Partial<Extract<Intent, { type: 'connect' }>>
  }
  interface Intents {
    modal: Intent
  }
}

/** The accounts by namespace. */
type Accounts = Snapshot['accounts']

/**
 * The state before the engine says anything: nothing is connected, or the snapshot is being restored.
 * Slices that only views read are not there: the engine publishes all of its own before a view shows.
 */
export function initialState(options: LatchkitOptions, snapshot?: Snapshot): State {
  const state: Partial<State> = {
    modal: modalBefore(false),
    route: { history: ['Connect'], forward: true },
    accounts: restoring(snapshot?.accounts ?? {}),
    networks: networksOf(options, snapshot?.active),
    preferred: preferredOf(options),
    toast: {},
    failure: {},
    taken: {},
    theme: themeOf(options),
    event: { timestamp: Date.now(), data: { type: 'track', event: 'MODAL_CREATED' } },
  }
  return state as State
}

/** The slice `modal` as long as no engine says otherwise. */
export const modalBefore = (open: boolean): State['modal'] => ({
  open,
  loading: open,
  shake: false,
})

/** The slice `route` of a dialog that opens, as long as no engine says otherwise. */
export function routeBefore(
  state: State,
  { view, namespace }: { view?: string | undefined; namespace?: Namespace | undefined },
  unconnected: View,
): State['route'] {
  const account = state.accounts[namespace ?? activeNamespace(state)]
  const resting = account?.address ? 'Account' : unconnected
  const shown = view === undefined || view === 'Account' ? resting : (view as View)
  return { history: [shown], forward: true }
}

/** The slice `taken` after an intent of the person. */
export const takenBy = (intent: Intent): State['taken'] => (intent.type === 'connect' ? intent : {})

/** Stored accounts as they are shown until the engine has checked them: `connected` is `connecting`. */
const restoring = (accounts: Accounts): Accounts =>
  Object.fromEntries(
    Object.entries(accounts)
      .filter(([, account]) => isStored(account))
      .map(([namespace, account]) => [namespace, { ...account, status: 'connecting' }]),
  )

/** Whether a stored account is one to restore. */
export const isStored = (account: Account): boolean =>
  account.status !== 'disconnected' && account.address !== undefined

/** Whether an account is connected, or being connected. */
export const isAnyoneThere = (accounts: Accounts): boolean =>
  Object.values(accounts).some(({ status }) => status !== 'disconnected')

/** How the modal and the page's buttons are drawn. */
export const themeOf = ({ themeMode, themeVariables }: LatchkitOptions): LatchkitTheme => ({
  themeMode,
  themeVariables: Object(themeVariables),
})

/** The configured networks; active is the last used, else the preferred. */
export function networksOf(options: LatchkitOptions, lastActive?: string): Networks {
  const list = options.networks.map(network => {
    const { name, nativeCurrency, testnet = false } = network
    const id = caipNetworkIdOf(network)
    return { id, namespace: namespaceOf(id), name, symbol: nativeCurrency.symbol, testnet }
  })
  const preferred = preferredOf(options)
  return { list, active: preferred.find(id => id === lastActive) ?? preferred[0] }
}

/** The configured chains, the one to start on first: the host's default, id 1, the others in their order. */
export function preferredOf({ networks, defaultNetwork }: LatchkitOptions): string[] {
  const ids = networks.map(caipNetworkIdOf)
  const wishes = new Set([chainOf(defaultNetwork ?? ''), 'eip155:1', ...ids])
  return [...wishes].filter(id => ids.includes(id))
}
