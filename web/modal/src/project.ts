import type { State } from '../../shell/src/store'
import type { Account } from './generated/Account'
import type { Namespace } from './generated/Namespace'
import { caipNetworkIdOf, type LatchkitNetwork } from './networks'
import type { LatchkitAccount, LatchkitActiveNetwork, LatchkitState } from './surface'

/** The account of a namespace where nothing is connected. */
export const disconnectedAccount: LatchkitAccount = Object.freeze({
  status: 'disconnected',
  isConnected: false,
  isSupported: true,
  allAccounts: [],
})

/** The state of a modal that nobody opened. */
export const restingState: LatchkitState = /* @__PURE__ */ Object.freeze({
  initialized: true,
  loading: false,
  open: false,
})

/** The chain in use: the connected account's, else the chosen one. CAIP-2. */
export function activeChain({ accounts, networks }: State): string | undefined {
  const namespace = networks.active?.split(':')[0] as Namespace | undefined
  const account = namespace ? accounts[namespace] : undefined
  return account?.address ? (account.chain ?? networks.active) : networks.active
}

/** Whether a stored connection is being brought back. */
export const isRestoring = (account: Account | undefined): boolean =>
  account?.status === 'connecting' && account.address !== undefined

/** What hosts see of the slices. A value is the same object until what it is made of changes. */
export interface Projection {
  account(namespace: Namespace): LatchkitAccount
  network(): LatchkitActiveNetwork
  state(): LatchkitState
}

/** Projects what `get` returns; `networks` are the host's. */
export function createProjection(
  get: () => State,
  networks: () => readonly LatchkitNetwork[],
): Projection {
  const accounts = new WeakMap<Account, LatchkitAccount>()
  const network = keptWhileSame(
    (id: string | undefined, list: readonly LatchkitNetwork[]): LatchkitActiveNetwork => {
      if (id === undefined) return {}
      const caipNetwork = list.find(one => caipNetworkIdOf(one) === id)
      return { ...(caipNetwork && { caipNetwork }), caipNetworkId: id, chainId: chainIdOf(id) }
    },
  )
  const state = keptWhileSame(
    (id: string | undefined, open: boolean, loading: boolean, initialized: boolean) =>
      ({
        initialized,
        loading,
        open,
        ...(id !== undefined && {
          selectedNetworkId: id,
          activeChain: id.split(':')[0] as Namespace,
        }),
      }) satisfies LatchkitState,
  )
  return {
    account(namespace) {
      const slice = get().accounts[namespace]
      if (!slice || slice.status === 'disconnected') return disconnectedAccount
      const known = accounts.get(slice)
      const account = known ?? { ...slice, isConnected: slice.status === 'connected' }
      accounts.set(slice, account)
      return account
    },
    network: () => network(activeChain(get()), networks()),
    state() {
      const slices = get()
      const { open, loading } = slices.modal
      const isSettled = !Object.values(slices.accounts).some(isRestoring)
      return state(activeChain(slices), open, loading, isSettled)
    },
  }
}

function chainIdOf(caipNetworkId: string): number | string {
  const [namespace, reference = ''] = caipNetworkId.split(':')
  return namespace === 'eip155' ? Number(reference) : reference
}

/** The last result, for as long as the arguments are the same ones. */
function keptWhileSame<A extends unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | undefined
  return (...args) => {
    if (!last || last.args.some((arg, index) => arg !== args[index]))
      last = { args, result: make(...args) }
    return last.result
  }
}
