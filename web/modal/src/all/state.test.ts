import { expect, test } from 'vitest'
import type { LatchkitOptions } from '../entry/options'
import type { Snapshot } from '../generated/Snapshot'
import { starts } from '../generated/starts'
import { namespaceOf } from './networks'
import { chainIn } from './selectors'
import { initialState } from './state'

test.for(Object.entries(starts))('shows at first what an engine does: %s', ([, start]) => {
  const { config, snapshot, shown, chains } = start
  const networks = config.networks.map(({ caipNetworkId, name, nativeCurrency }) => ({
    id: caipNetworkId,
    caipNetworkId,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
  }))
  const { projectId, defaultNetwork } = config
  const options: LatchkitOptions = { projectId, networks, defaultNetwork }
  const state = initialState(options, (snapshot as Snapshot | null) ?? undefined)
  expect(state.accounts).toEqual(shown.accounts)
  expect(state.networks.active).toBe(shown.networks.active)
  // Where an account is connected, its chain is told, be it one of the host's or not.
  for (const chain of chains.filter(chain => !state.accounts[namespaceOf(chain)]))
    expect(chainIn(state, namespaceOf(chain))).toBe(chain)
})
