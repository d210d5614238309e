import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserWalletAdapter } from './browserWallet'

const provider = { request: async () => [] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(window, 'ethereum')
})

const offer = (ethereum: unknown, isAnnounced = false) => {
  Object.defineProperty(window, 'ethereum', { configurable: true, get: () => ethereum })
  const announce = vi.fn()
  const stop = browserWalletAdapter(() => isAnnounced).discover(announce)
  return { announce, stop }
}

test('is offered where nothing announced itself', () => {
  const { announce } = offer(provider)
  vi.advanceTimersByTime(299)
  expect(announce).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  const description = { uuid: 'injected', rdns: 'injected', name: 'Browser Wallet' }
  expect(announce).toHaveBeenCalledExactlyOnceWith(description, provider)
})

test.each([
  ['another wallet announced itself', provider, true],
  ['there is none', undefined, false],
  ['it is no provider', { request: 7 }, false],
])('is not offered where %s', (_, ethereum, isAnnounced) => {
  const { announce } = offer(ethereum, isAnnounced)
  vi.advanceTimersByTime(1000)
  expect(announce).not.toHaveBeenCalled()
})

test('is not offered after it was stopped, nor where reading it throws', () => {
  const { announce, stop } = offer(provider)
  stop()
  vi.advanceTimersByTime(1000)
  Object.defineProperty(window, 'ethereum', {
    configurable: true,
    get: () => {
      throw new Error('no')
    },
  })
  browserWalletAdapter(() => false).discover(announce)
  vi.advanceTimersByTime(1000)
  expect(announce).not.toHaveBeenCalled()
})
