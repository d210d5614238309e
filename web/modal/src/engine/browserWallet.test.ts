import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserWalletAdapter } from './browserWallet'

const provider = { request: async () => [] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(window, 'ethereum')
})

/** What was announced when, and who listens. */
function registry(...announced: object[]) {
  const listeners = new Set<(handle: number, description: unknown) => void>()
  return {
    listeners,
    watch(listener: (handle: number, description: unknown) => void) {
      listeners.add(listener)
      for (const description of announced) listener(1, description)
      return () => listeners.delete(listener)
    },
  }
}

const offer = (ethereum: unknown, wallets = registry()) => {
  Object.defineProperty(window, 'ethereum', { configurable: true, get: () => ethereum })
  const announce = vi.fn()
  const stop = browserWalletAdapter(wallets, 'Browser Wallet').discover(announce)
  return { announce, stop }
}

test('is offered where no wallet of eip155 announced itself', () => {
  const { announce } = offer(provider, registry({ rdns: 'Phantom', namespace: 'solana' }))
  vi.advanceTimersByTime(299)
  expect(announce).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  const description = { rdns: 'injected', name: 'Browser Wallet', isInjected: true }
  expect(announce).toHaveBeenCalledExactlyOnceWith(description, provider)
})

test.each([
  ['another wallet announced itself', provider, [{ rdns: 'io.wallet' }]],
  ['there is none', undefined, []],
  ['it is no provider', { request: 7 }, []],
])('is not offered where %s', (_, ethereum, announced) => {
  const { announce } = offer(ethereum, registry(...announced))
  vi.advanceTimersByTime(1000)
  expect(announce).not.toHaveBeenCalled()
})

test('is not offered after it was stopped, nor where reading it throws', () => {
  const wallets = registry()
  const { announce, stop } = offer(provider, wallets)
  expect(wallets.listeners.size).toBe(1)
  stop()
  expect(wallets.listeners.size).toBe(0)
  vi.advanceTimersByTime(1000)
  Object.defineProperty(window, 'ethereum', {
    configurable: true,
    get: () => {
      throw new Error('no')
    },
  })
  browserWalletAdapter(wallets, 'Browser Wallet').discover(announce)
  vi.advanceTimersByTime(1000)
  expect(announce).not.toHaveBeenCalled()
})
