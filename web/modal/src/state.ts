import type { State } from '../../shell/src/store'
import type { Account } from './generated/Account'
import type { Config } from './generated/Config'
import type { Intent } from './generated/Intent'
import type { Namespace } from './generated/Namespace'
import type { Networks } from './generated/Networks'
import type { Snapshot } from './generated/Snapshot'
import type { State as EngineState } from './generated/State'

declare module '../../shell/src/store' {
  interface Slices extends EngineState {}
  interface Intents {
    modal: Intent
  }
}

/** The accounts by namespace. */
type Accounts = Snapshot['accounts']

/** The state before the engine says anything: nothing is connected, or the snapshot is being restored. */
export function initialState(config: Config, snapshot?: Snapshot): State {
  return {
    modal: { open: false, loading: false, shake: false },
    route: { history: ['Connect'], forward: true },
    catalog: { wallets: [] },
    connect: { step: { type: 'idle' } },
    accounts: snapshot ? restoring(snapshot.accounts) : {},
    networks: networksOf(config, snapshot?.networks.active),
    toast: {},
    failure: {},
  }
}

/**
 * Stored accounts as they are shown until the engine has checked them: `connected` is `connecting`, and
 * the wallet's handle, which was another page's, is not known.
 */
function restoring(accounts: Accounts): Accounts {
  const shown: Accounts = {}
  for (const [namespace, account] of Object.entries(accounts) as [Namespace, Account][]) {
    if (!isStored(account)) continue
    shown[namespace] = { ...account, status: 'connecting', wallet: withoutHandle(account.wallet) }
  }
  return shown
}

const withoutHandle = (wallet: Account['wallet']): Account['wallet'] =>
  wallet && { ...wallet, handle: undefined }

/** Whether a stored account is one to restore. */
export const isStored = (account: Account | undefined): boolean =>
  account !== undefined && account.status !== 'disconnected' && account.address !== undefined

/** Whether an account is connected, or being connected. */
export const isAnyoneThere = (accounts: Accounts): boolean =>
  Object.values(accounts).some(({ status }) => status !== 'disconnected')

/** The configured networks; active is the last used, else the host's default, else id 1, else the first. */
export function networksOf(config: Config, lastActive?: string): Networks {
  const list = config.networks.map(({ id, name, nativeCurrency, testnet }) => ({
    id,
    name,
    symbol: nativeCurrency.symbol,
    testnet,
  }))
  const isListed = (id: string | undefined) => list.some(network => network.id === id)
  const wanted = [lastActive, config.defaultNetwork, 'eip155:1', list[0]?.id]
  const active = wanted.find(isListed)
  return active === undefined ? { list } : { list, active }
}
