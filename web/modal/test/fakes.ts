import type { WalletProvider } from '../../shell/src/all/WalletProvider'
import type { Bridge } from '../../shell/src/engine/bridge'
import type { Page } from '../../shell/src/engine/supervisor'
import type { State } from '../../shell/src/entry/store'
import { askWallet } from '../src/engine/askWallet'
import { configOf } from '../src/engine/config'
import { connectorsOf } from '../src/engine/connectors'
import { tellRequests } from '../src/engine/notice'
import { type PageParts, pageOf } from '../src/engine/page'
import { tellEvents } from '../src/engine/providerEvents'
import type { Chunks } from '../src/entry/chunks'
import { createInstance, type Instance } from '../src/entry/instance'
import { type LatchkitOptions, readOptions } from '../src/entry/options'
import type { Account } from '../src/generated/Account'
import { localhost, mainnet } from '../src/generated/builtIn'
import { embed } from '../src/views/embedded'
import { showIn } from '../src/views/showIn'

export const projectId = 'de7de7de7de7de7de7de7de7de7de7de'
export const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

/** The least a host says. */
export const options = (more: Partial<LatchkitOptions> = {}): LatchkitOptions => ({
  projectId,
  networks: [mainnet, localhost],
  ...more,
})

/** A connected account, as the engine stores and publishes it. */
export const account = (more: Partial<Account> = {}): Account => ({
  status: 'connected',
  address,
  caipAddress: `eip155:1:${address}`,
  chain: 'eip155:1',
  networkName: 'Ethereum',
  isSupported: true,
  isBalanceStale: false,
  connectedWalletInfo: {
    identifier: 'dev.test',
    name: 'Test',
    carrier: { type: 'page', handle: 1 } as const,
  },
  allAccounts: [{ address, type: 'eoa' }],
  currentTab: 'tokens',
  ...more,
})

export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** The networks of a host that has one of Solana, too. */
export function withSolana(first: 'eip155' | 'solana' = 'eip155') {
  const networks = [...options().networks, { ...mainnet, name: 'Solana', caipNetworkId: solana }]
  return { networks, ...(first === 'solana' && { defaultNetwork: solana }) }
}

export const solanaAccount = account({
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  caipAddress: `${solana}:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV`,
  chain: solana,
  connectedWalletInfo: {
    identifier: 'b',
    name: 'B',
    carrier: { type: 'page', handle: 2 } as const,
  },
})

/** Stores a snapshot as the engine does. */
export function store(
  snapshot: unknown = {
    accounts: { eip155: account() },
    active: 'eip155:1',
  },
) {
  localStorage.setItem('@latchkit/default:snapshot', JSON.stringify({ v: 1, value: snapshot }))
}

/** An engine that does little by itself: it writes down what it is sent and publishes what a test says. */
export class FakeEngine {
  page: Page | undefined
  sent: unknown[] = []
  answer: (request: unknown) => Promise<unknown> = async () => null
  isDestroyed = false
  keep: PageParts['keep'] | undefined
  /** What a person's closing leads to. */
  onDismiss = () => this.publish('modal', { open: false, loading: false, shake: false })

  readonly bridge: Bridge = {
    send: intent => {
      this.sent.push(intent)
      const closed = { open: false, loading: false, shake: false }
      if (intent.type === 'open') this.publish('modal', { ...closed, open: true })
      if (intent.type === 'close') this.publish('modal', closed)
      if (intent.type === 'dismiss') this.onDismiss()
    },
    ask: request => {
      this.sent.push(request)
      return this.isDestroyed
        ? Promise.reject({ code: -32603, message: 'destroyed' })
        : this.answer(request)
    },
    wake: async () => {},
    isAwake: () => !this.isDestroyed,
    destroy: () => {
      this.isDestroyed = true
    },
  }

  publish<K extends keyof State>(slice: K, value: State[K]) {
    this.page?.store.publish(slice, value)
  }
}

/** An instance over a fake engine, which is loaded when `load` is called. */
export function fakeInstance(
  more: Partial<LatchkitOptions> = {},
  wallet?: WalletProvider,
  isFailing = false,
  announced: readonly unknown[] = [],
) {
  const engine = new FakeEngine()
  const gate = Promise.withResolvers<void>()
  const calls = { engine: 0, views: 0, listening: 0, mounted: 0, removed: 0 }
  let failing = isFailing
  let reason = new Error('offline')
  const mount = (container: Element) => {
    calls.mounted++
    container.textContent = 'views'
    return () => void calls.mounted--
  }
  const chunks: Chunks = {
    async engine(page, loaded) {
      calls.engine++
      if (failing) throw reason
      await gate.promise
      loaded({ askWallet, configOf, connectorsOf, tellEvents, tellRequests })
      engine.page = pageOf(page)
      engine.keep = page.keep
      engine.publish('modal', { open: false, loading: false, shake: false })
      return engine.bridge
    },
    async views() {
      calls.views++
      if (failing) throw reason
      return {
        rehearse() {},
        arrived: async () => undefined,
        mount,
        mountIn: (dialog, store) => showIn(dialog, store, mount),
        embed: async (parts: Parameters<typeof embed>[0]) => embed(parts),
        locale: 'en',
      }
    },
  }
  const instance: Instance = createInstance(readOptions(options(more)), {
    wallets: {
      provider: () => wallet,
      watch(listener) {
        for (const [at, description] of announced.entries()) listener(at + 1, description)
        return () => {}
      },
    },
    listenForWallets() {
      calls.listening++
      return () => void calls.listening--
    },
    chunks: () => chunks,
    removed: () => void calls.removed++,
  })
  return {
    instance,
    engine,
    calls,
    /** Lets the engine be there. */
    async load() {
      gate.resolve()
      await instance.getProvider()?.request({ method: 'eth_requestAccounts' })
      engine.sent.length = 0
    },
    release: gate.resolve,
    fail(fails: boolean, why = new Error('offline')) {
      failing = fails
      reason = why
    },
  }
}
