import type { Parts } from '../../demo/src/wallet/namespaces/DevSide'
import { refused } from '../../demo/src/wallet/rpcError'
import type { WalletProvider } from '../../shell/src/all/WalletProvider'
import type { Adapter, Description } from '../src/namespaces/Adapter'

/** What an adapter announced, newest last, and the way to stop it. */
export interface Discovered {
  announced: (Description & { provider: WalletProvider })[]
  /** The provider announced under a name. Throws if there is none. */
  provider(name: string): WalletProvider
  stop(): void
}

export function discovered(discover: Adapter['discover']): Discovered {
  const announced: Discovered['announced'] = []
  const stop = discover(
    (description, provider) => void announced.push({ ...description, provider }),
  )
  return {
    announced,
    provider(name) {
      const found = announced.find(one => one.name === name)
      if (!found) throw new Error(`${name} was not announced`)
      return found.provider
    },
    stop,
  }
}

/** A provider, and the ways to ask it: anything, or to connect, on `chain` unless said. */
export function talkTo(provider: WalletProvider, chain: string) {
  const ask = (method: string, params?: unknown, on = chain) =>
    provider.request({ method, params }, on)
  const connect = (silent = false, on = chain) => ask('connect', [{ chain: on, silent }], on)
  return { provider, ask, connect }
}

/** A dev wallet's person: approves, or refuses, and remembers nothing beyond the test. */
export function person() {
  const listeners = new Set<() => void>()
  const asked: string[] = []
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const state = { isGiven: false, approves: true }
  const parts: Parts = {
    permission: {
      isGiven: () => state.isGiven,
      give() {
        state.isGiven = true
        tell()
      },
      take() {
        state.isGiven = false
        tell()
      },
      onChange: listener => void listeners.add(listener),
    },
    async ask(method) {
      asked.push(method)
      if (!state.approves) throw refused()
    },
  }
  return { parts, asked, state }
}

/** Registers a wallet of the Wallet Standard with who listens now. Returns the way to take it back. */
export function register(wallet: unknown): () => void {
  let unregister = () => {}
  const detail = (api: { register(wallet: unknown): () => void }) => {
    unregister = api.register(wallet)
  }
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  return unregister
}

/** Registers a wallet of the Wallet Standard with who asks for wallets next. */
export function registerNext(wallet: object) {
  const callback = (event: Event) =>
    (event as CustomEvent<{ register(wallet: object): void }>).detail.register(wallet)
  addEventListener('wallet-standard:app-ready', callback, { once: true })
}

/** Everything a provider tells, as `[event, value]`. */
export function heard(provider: WalletProvider): [string, unknown][] {
  const events: [string, unknown][] = []
  for (const name of ['accountsChanged', 'chainChanged', 'disconnect'])
    provider.on?.(name, value => void events.push([name, value]))
  return events
}

/** An object each of whose fields throws when it is read. */
export const trap = (): object =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('nobody reads this')
      },
      has: () => true,
    },
  )
