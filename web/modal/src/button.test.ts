import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { account, address, fakeInstance, store } from '../test/fakes'
import { defineButton } from './button'
import type { Instance } from './instance'
import { addInstance, removeInstance } from './registry'

defineButton()
const living: Instance[] = []

function start(...given: Parameters<typeof fakeInstance>) {
  const fake = fakeInstance(...given)
  living.push(fake.instance)
  addInstance(fake.instance)
  return fake
}

function place(html = '<latchkit-button></latchkit-button>'): HTMLElement {
  document.body.innerHTML = html
  return document.body.firstElementChild as HTMLElement
}

const inner = (host: HTMLElement) => host.shadowRoot?.querySelector('button') as HTMLButtonElement
const snapshot = { accounts: { eip155: account() }, networks: { list: [], active: 'eip155:1' } }
const balance = { value: '0.7691', symbol: 'ETH', shown: '0.769', atMs: '0', isStale: false }
const short = '0x71C7…d8976F'

beforeEach(() => vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => {
  for (const instance of living.splice(0)) {
    instance.destroy()
    removeInstance(instance)
  }
  document.body.replaceChildren()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('before createLatchkit it is drawn disconnected, and comes alive later', async () => {
  const host = place()
  expect(inner(host).textContent).toBe('Connect wallet')
  const { instance, calls, release } = start()
  release()
  expect(calls).toMatchObject({ engine: 0, views: 0 })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  expect(instance.isOpen()).toBe(true)
  expect(calls).toMatchObject({ engine: 1, views: 1 })
})

test('is warmed up by a pointer, a focus or a touch, and only then', () => {
  const host = place()
  const { calls } = start()
  for (const event of ['pointerenter', 'focus', 'touchstart']) {
    const before = calls.views
    inner(host).dispatchEvent(new Event(event))
    expect(calls.views).toBe(before + 1)
  }
  expect(calls.engine).toBe(1)
})

test('where the visitor saves data nothing is warmed up', () => {
  const connection = Object.defineProperty({}, 'saveData', { value: true })
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  const host = place()
  const { calls } = start()
  inner(host).dispatchEvent(new Event('pointerenter'))
  expect(calls).toMatchObject({ engine: 0, views: 0 })
  Reflect.deleteProperty(navigator, 'connection')
})

test('with a stored connection it never says Connect first', async () => {
  store(snapshot)
  const texts: string[] = []
  const host = place()
  const look = () => inner(host)
  const note = () =>
    texts.push(getComputedStyle(look()).visibility === 'hidden' ? '' : (look().textContent ?? ''))
  note()
  const width = look().offsetWidth
  expect(width).toBeGreaterThan(100)
  const observer = new MutationObserver(note)
  observer.observe(host.shadowRoot as ShadowRoot, {
    subtree: true,
    childList: true,
    attributes: true,
  })
  await new Promise(resolve => setTimeout(resolve, 20))
  start()
  await new Promise(resolve => setTimeout(resolve, 20))
  observer.disconnect()
  expect(texts.join()).not.toContain('Connect')
  expect(look().ariaLabel).toBe(`Account ${short}`)
  expect(look().offsetWidth).toBe(width)
})

test('a stored connection whose instance never comes does not hide it for ever', () => {
  vi.useFakeTimers()
  store(snapshot)
  const host = place()
  expect(getComputedStyle(inner(host)).visibility).toBe('hidden')
  vi.advanceTimersByTime(60_000)
  expect(getComputedStyle(inner(host)).visibility).toBe('visible')
  expect(inner(host).textContent).toBe('Connect wallet')
})

test('each state: connecting, connected with and without balance, wrong network', async () => {
  const host = place()
  const { engine, load } = start()
  await load()
  const show = (more: Parameters<typeof account>[0]) => {
    engine.publish('accounts', { eip155: account(more) })
    const { ariaLabel, ariaBusy, className, textContent } = inner(host)
    return { ariaLabel, ariaBusy, className, textContent }
  }
  engine.publish('accounts', {
    eip155: { status: 'connecting', isSupported: true, allAccounts: [] },
  })
  expect(inner(host).textContent).toBe('Connecting')
  expect(inner(host).ariaBusy).toBe('true')
  expect(show({})).toEqual({
    ariaLabel: `Account ${short}`,
    ariaBusy: null,
    className: 'PageButton connected bare',
    textContent: short,
  })
  expect(show({ balance })).toEqual({
    ariaLabel: `Account, 0.769 ETH ${short}`,
    ariaBusy: null,
    className: 'PageButton connected',
    textContent: `0.769 ETH ${short}`,
  })
  host.setAttribute('balance', 'hide')
  expect(inner(host).textContent).toBe(short)
  expect(show({ isSupported: false }).textContent).toBe('Wrong network')
  engine.publish('accounts', {})
  expect(inner(host).textContent).toBe('Connect wallet')
})

test('a change elsewhere does not redraw it', async () => {
  const host = place()
  const { engine, load } = start()
  await load()
  engine.publish('accounts', { eip155: account() })
  const before = inner(host).firstChild
  engine.publish('toast', { shown: { kind: 'success', text: 'addressCopied', count: 1 } })
  expect(inner(host).firstChild).toBe(before)
})

test('attributes: label, disabled, instance', async () => {
  const host = place(
    '<latchkit-button label="Sign in" disabled instance="other"></latchkit-button>',
  )
  start()
  expect(inner(host).textContent).toBe('Sign in')
  expect(inner(host).disabled).toBe(true)
  const { engine, load } = start({ instance: 'other' })
  await load()
  engine.publish('accounts', { eip155: account() })
  expect(inner(host).textContent).toBe(short)
  host.setAttribute('instance', 'default')
  expect(inner(host).textContent).toBe('Sign in')
})

test('takes the theme of its instance', () => {
  const host = place()
  const { instance } = start({ themeMode: 'dark' })
  expect(host.getAttribute('theme')).toBe('dark')
  instance.setThemeMode('light')
  expect(host.getAttribute('theme')).toBe('light')
  instance.setThemeMode(undefined)
  expect(host.hasAttribute('theme')).toBe(false)
})

test('taken off the page it lets go; put back it is true again', async () => {
  const host = place()
  const { engine, load } = start()
  await load()
  host.remove()
  engine.publish('accounts', { eip155: account() })
  expect(inner(host).textContent).toBe('Connect wallet')
  document.body.append(host)
  expect(inner(host).textContent).toBe(short)
  expect(host.shadowRoot?.querySelectorAll('button')).toHaveLength(1)
  expect(address).toContain('d8976F')
})
