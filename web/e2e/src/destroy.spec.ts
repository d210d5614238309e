import type { Page } from '@playwright/test'
import { rdnsOf } from './devWallet.ts'
import { expect, test } from './fixtures.ts'

/** Counts listeners of window and document, and timers, from the document's start. */
const countAll = (page: Page) =>
  page.addInitScript(() => {
    const listeners = new Set<string>()
    const timers = new Set<number>()
    const ids = new WeakMap<object, number>()
    let lastId = 0
    const idOf = (listener: object) => {
      const id = ids.get(listener) ?? ++lastId
      ids.set(listener, id)
      return id
    }
    type Args = Parameters<EventTarget['addEventListener']>
    const keyOf = (target: EventTarget, [name, listener, options]: Args) => {
      const place = new Map<EventTarget, string>([
        [window, 'window'],
        [document, 'document'],
      ])
      const { capture = false, once = false } =
        typeof options === 'object' ? options : { capture: options }
      const at = place.get(target)
      return listener && at && !once ? `${at} ${name} ${capture} ${idOf(listener)}` : undefined
    }
    const note = (isAdded: boolean, target: EventTarget, args: Args) => {
      const key = keyOf(target, args)
      if (!key) return
      if (!isAdded) return void listeners.delete(key)
      listeners.add(key)
      const { signal } = typeof args[2] === 'object' ? args[2] : {}
      signal?.addEventListener('abort', () => listeners.delete(key), { once: true })
    }
    const { addEventListener, removeEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (...args: Args) {
      note(true, this ?? window, args)
      return addEventListener.apply(this ?? window, args)
    }
    EventTarget.prototype.removeEventListener = function (...args: Args) {
      note(false, this ?? window, args)
      return removeEventListener.apply(this ?? window, args)
    }
    const { setTimeout, clearTimeout, setInterval, clearInterval } = window
    const later = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const run = () => {
        timers.delete(timer)
        callback(...args)
      }
      const timer = setTimeout(run, ms)
      timers.add(timer)
      return timer
    }
    const repeatedly = (callback: TimerHandler, ms?: number, ...args: unknown[]) => {
      const timer = setInterval(callback, ms, ...args)
      timers.add(timer)
      return timer
    }
    const clear = (clearIt: (timer?: number) => void) => (timer?: number) => {
      timers.delete(timer ?? 0)
      clearIt(timer)
    }
    Object.assign(window, {
      setTimeout: later,
      setInterval: repeatedly,
      clearTimeout: clear(clearTimeout),
      clearInterval: clear(clearInterval),
      counts: () => ({ listeners: [...listeners].sort(), timers: timers.size }),
    })
  })

type Counts = { listeners: string[]; timers: number }
const countsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { counts(): Counts }).counts())

/** React adds this one to the document with its first root and keeps it for good. */
const isReacts = (listener: string) => listener.startsWith('document selectionchange')

const create = (page: Page) =>
  page.evaluate(async () => {
    const { createLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    const { localhost } = await import(`${location.origin}/latchkit/networks.js`)
    const { projectId, serverUrl } = await (await fetch('/config.json')).json()
    createLatchkit({ projectId, serverUrl, networks: [localhost] })
  })

const destroy = (page: Page) =>
  page.evaluate(async () => {
    const { getLatchkit } = await import(`${location.origin}/latchkit/latchkit.js`)
    getLatchkit().destroy()
  })

for (const at of ['the open list', 'an attempt', 'a connection'] as const) {
  test(`destroy() in ${at} leaves no listener, no timer and no element`, async ({
    host,
    dialog,
    wallet,
    page,
  }) => {
    await countAll(page)
    await host.goto('?create=0')
    await expect(host.button).toHaveText('Connect wallet')
    const before = await countsOf(page)
    expect(before.listeners).not.toEqual([])

    await create(page)
    await host.button.click()
    await dialog.shows('Connect')
    if (at !== 'the open list') {
      const window = await wallet.opensBy(() => dialog.walletRow(rdnsOf()).click())
      await dialog.shows('ConnectingExternal')
      if (at === 'a connection') {
        await window.approve('wallet_requestPermissions')
        await expect(host.button).toContainText('ETH')
        await host.button.click()
        await dialog.shows('Account')
      } else {
        await window.reject('wallet_requestPermissions')
        await wallet.opensBy(() => dialog.button('Try again').click())
      }
    }
    await destroy(page)
    await expect(page.locator('latchkit-modal')).toHaveCount(0)
    await expect(host.button).toHaveText('Connect wallet')
    if (at === 'an attempt') for (const one of page.context().pages().slice(1)) await one.close()
    await expect
      .poll(async () => (await countsOf(page)).listeners.filter(one => !isReacts(one)))
      .toEqual(before.listeners)
    await expect.poll(async () => (await countsOf(page)).timers).toBe(0)

    await create(page)
    await host.button.click()
    await expect(dialog.root).toHaveAttribute('data-view')
  })
}
