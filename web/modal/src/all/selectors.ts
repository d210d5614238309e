import type { State } from '../../../shell/src/entry/store'
import type { Account } from '../generated/Account'
import type { ConnectedWallet } from '../generated/ConnectedWallet'
import type { Namespace } from '../generated/Namespace'
import { type CaipNetwork, chainIdOf, namespaceOf, unsupportedNetwork } from './networks'
import type {
  LatchkitAccount,
  LatchkitActiveNetwork,
  LatchkitState,
  LatchkitWallet,
  UnconnectedAccount,
} from './surface'

/** The account of a namespace where nothing is connected. */
export const disconnectedAccount: UnconnectedAccount<never> = Object.freeze({
  status: 'disconnected',
  isConnected: false,
  isReconnecting: false,
  isSupported: true,
  isBalanceStale: false,
  allAccounts: [],
})

/** The state of a modal that nobody opened. */
export const restingState: LatchkitState = /* @__PURE__ */ Object.freeze({
  initialized: true,
  loading: false,
  open: false,
})

/** Where there is no network of a namespace. */
export const noNetwork: LatchkitActiveNetwork = Object.freeze({})

/** What tells which chain is in use. */
type Chains = Pick<State, 'accounts' | 'networks' | 'preferred'>

/** The namespace in use: that of the wallet's network, or of the chosen one. */
export const activeNamespace = ({ networks }: Pick<State, 'networks'>): Namespace =>
  namespaceOf(networks.active ?? 'eip155')

/**
 * The chain of a namespace, of the one in use if left out: the connected account's, else the chosen one,
 * else the one that the host prefers there. CAIP-2.
 */
export function chainIn(state: Chains, namespace = activeNamespace(state)): string | undefined {
  const account = state.accounts[namespace]
  if (account?.address && account.chain) return account.chain
  const ids = [state.networks.active, ...state.preferred]
  return ids.find(id => id && namespaceOf(id) === namespace)
}

/** The chain as EIP-1193 names it: on eip155 its number in hexadecimal, else CAIP-2. */
export function shownChain(chain = ''): string {
  const id = chainIdOf(chain)
  return typeof id === 'number' ? `0x${id.toString(16)}` : chain
}

/** Whether a stored connection is being brought back. */
export const isRestoring = (account: Account | undefined): boolean =>
  account?.status === 'connecting' && account.address !== undefined

/**
 * What hosts see of the slices; without a namespace, of the one in use. A value is the same object until
 * something in it changes.
 */
export interface Selectors {
  account<N extends Namespace>(namespace?: N): LatchkitAccount<N>
  wallet(namespace?: Namespace): LatchkitWallet | undefined
  network(namespace?: Namespace): LatchkitActiveNetwork
  state(): LatchkitState
}

/** Projects what `get` returns; `networks` are the host's. */
export function createSelectors(
  get: () => State,
  networks: () => readonly CaipNetwork[],
): Selectors {
  const kept: { [name: string]: { mark: unknown; value: unknown } } = {}

  /** The value that was first seen under this name, for as long as its mark is the same. */
  function keep<T>(name: string, value: T, mark: unknown = JSON.stringify(value)): T {
    if (kept[name]?.mark !== mark) kept[name] = { mark, value }
    return kept[name]?.value as T
  }

  const slice = (namespace = activeNamespace(get())) => get().accounts[namespace]

  return {
    account<N extends Namespace>(namespace?: N) {
      const account = slice(namespace)
      return account && account.status !== 'disconnected'
        ? (keep(`account ${namespace}`, {
            ...account,
            balanceAtMs: account.balanceAtMs && +account.balanceAtMs,
            connectedWalletInfo: shownWallet(account),
            isConnected: account.status === 'connected',
            isReconnecting: isRestoring(account),
            // Of the dialog alone: who chooses a tab calls no host back.
            currentTab: undefined,
            chosenOver: undefined,
          }) as LatchkitAccount<N>)
        : disconnectedAccount
    },
    wallet: namespace => keep(`wallet ${namespace}`, shownWallet(slice(namespace))),
    network(namespace) {
      const caipNetworkId = chainIn(get(), namespace)
      if (!caipNetworkId) return noNetwork
      const known = networks().find(one => one.caipNetworkId === caipNetworkId)
      const unsupported = () =>
        unsupportedNetwork(caipNetworkId, slice(namespace)?.networkName ?? '')
      const network = {
        caipNetwork: known ?? unsupported(),
        caipNetworkId,
        chainId: chainIdOf(caipNetworkId),
      }
      return keep(`network ${namespace}`, network, known ?? caipNetworkId)
    },
    state() {
      const state = get()
      const { open, loading } = state.modal
      const selectedNetworkId = chainIn(state)
      return keep('state', {
        initialized: !Object.values(state.accounts).some(isRestoring),
        loading,
        open,
        ...(selectedNetworkId && { selectedNetworkId, activeChain: activeNamespace(state) }),
      })
    },
  }
}

/** Without where it is spoken to, which is the engine's and the page's. */
function shownWallet(account: Account | undefined): LatchkitWallet | undefined {
  const { carrier, ...wallet } = account?.connectedWalletInfo ?? ({} as ConnectedWallet)
  return wallet.name && wallet.identifier ? { isElsewhere: false, ...wallet } : undefined
}
