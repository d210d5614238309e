import { expect, test, vi } from 'vitest'
import { createStore, type State } from './store'

const initial = { failure: {}, toast: {} } as State
const trapped = { unexpected: { report: 'a', isUnloaded: false } }

test('a slice that did not change keeps its identity, and nobody is told', () => {
  const store = createStore(initial, () => {})
  const told = vi.fn()
  store.subscribe(told)
  const before = store.get()
  store.publish('toast', {})
  expect(store.get()).toBe(before)
  expect(told).not.toHaveBeenCalled()
  store.publish('failure', trapped)
  expect(told).toHaveBeenCalledOnce()
  expect(store.get().toast).toBe(before.toast)
  expect(store.get().failure).toEqual(trapped)
})

test('a listener that throws reaches the page, not the engine, and not the other listeners', () => {
  const store = createStore(initial, () => {})
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue()
  const told = vi.fn()
  store.subscribe(() => {
    throw new Error('a listener of the host')
  })
  const unsubscribe = store.subscribe(told)
  store.publish('failure', trapped)
  expect(reported).toHaveBeenCalledOnce()
  expect(told).toHaveBeenCalledOnce()
  unsubscribe()
  store.publish('failure', {})
  expect(told).toHaveBeenCalledOnce()
  reported.mockRestore()
})

test('the same function may subscribe twice and leave once', () => {
  const store = createStore(initial, () => {})
  const told = vi.fn()
  store.subscribe(told)
  store.subscribe(told)()
  store.publish('failure', trapped)
  expect(told).toHaveBeenCalledOnce()
})
