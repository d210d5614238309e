import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { account, address, fakeInstance, options, store } from '../../test/fakes'
import { mainnet } from '../generated/builtIn'
import { defineButtons } from './button'
import type { Instance } from './instance'
import { addInstance, removeInstance } from './registry'

defineButtons()
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
const snapshot = { accounts: { eip155: account() }, active: 'eip155:1' }
const balance = { balance: '0.7691', balanceSymbol: 'ETH', balanceAtMs: '0' }
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

test('a click says so where there is no modal, and a second copy of the package does', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  inner(place('<latchkit-button instance="none"></latchkit-button>')).click()
  expect(warned).toHaveBeenCalledWith(
    expect.stringContaining("<latchkit-button>: call createLatchkit() for instance 'none'"),
  )
  defineButtons()
  expect(warned).toHaveBeenLastCalledWith(expect.stringContaining('Two copies of the package'))
})

test.for(['pointerenter', 'focus', 'touchstart'])('is warmed up by %s, and only then', event => {
  const host = place()
  const { calls } = start()
  inner(host).dispatchEvent(new Event('pointermove'))
  expect([calls.views, calls.engine]).toEqual([0, 0])
  inner(host).dispatchEvent(new Event(event))
  expect([calls.views, calls.engine]).toEqual([1, 1])
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
    eip155: {
      status: 'connecting',
      isSupported: true,
      isBalanceStale: false,
      allAccounts: [],
      currentTab: 'tokens',
    },
  })
  expect(inner(host).textContent).toBe('Connecting')
  expect(inner(host).ariaBusy).toBe('true')
  expect(show({})).toEqual({
    ariaLabel: `Account ${short}`,
    ariaBusy: null,
    className: 'PageButton connected bare',
    textContent: short,
  })
  expect(show(balance)).toEqual({
    ariaLabel: `Account, 0.769 ETH ${short}`,
    ariaBusy: null,
    className: 'PageButton connected',
    textContent: `0.769 ETH ${short}`,
  })
  const unread = { balance: '0.00', balanceSymbol: 'ETH', isBalanceStale: true }
  expect(show(unread).textContent).toBe(short)
  show(balance)
  host.setAttribute('balance', 'hide')
  expect(inner(host).textContent).toBe(short)
  expect(show({ isSupported: false }).textContent).toBe('Wrong network')
  engine.publish('accounts', {})
  expect(inner(host).textContent).toBe('Connect wallet')
})

test('what is pressed is the button itself, since its parts are drawn anew meanwhile', async () => {
  const host = place()
  const { engine, load } = start()
  await load()
  engine.publish('accounts', { eip155: account(balance) })
  for (const part of ['.id', '.id bdi', '.balance', '.Avatar']) {
    const box = inner(host).querySelector(part)?.getBoundingClientRect() as DOMRect
    const at = [box.x + box.width / 2, box.y + box.height / 2] as const
    expect(host.shadowRoot?.elementFromPoint(...at)).toBe(inner(host))
  }
})

test('who has a name is called by it', async () => {
  const host = place()
  const { engine, load } = start()
  await load()
  engine.publish('accounts', { eip155: account({ profileName: 'harbour.eth' }) })
  expect(inner(host).textContent).toContain('harbour.eth')
  expect(inner(host).ariaLabel).toContain('harbour.eth')
  engine.publish('accounts', { eip155: account({ profileName: `${'a'.repeat(40)}.eth` }) })
  expect(inner(host).textContent).toContain('aaaaaaaaa…aaaaaa.eth')
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

test('the host’s own words, with the values that belong there', async () => {
  const host = place()
  const texts = { connectWallet: 'Portefeuille', account: 'Compte {address}' }
  const { engine, load } = start({ locale: 'fr', texts })
  expect(inner(host).textContent).toBe('Portefeuille')
  await load()
  engine.publish('accounts', { eip155: account({ isSupported: false }) })
  expect(inner(host).textContent).toBe('Wrong network')
  engine.publish('accounts', { eip155: account() })
  expect(inner(host).ariaLabel).toBe(`Compte ${short}`)
})

test('attributes: label, disabled, instance', async () => {
  const host = place(
    '<latchkit-button label="Sign in" disabled instance="other"></latchkit-button>',
  )
  start()
  expect(inner(host).textContent).toBe('Sign in')
  expect(inner(host).disabled).toBe(true)
  host.setAttribute('disabled', 'false')
  expect(inner(host).disabled).toBe(false)
  host.setAttribute('disabled', 'true')
  expect(inner(host).disabled).toBe(true)
  const { engine, load } = start({ instance: 'other' })
  await load()
  engine.publish('accounts', { eip155: account() })
  expect(inner(host).textContent).toBe(short)
  host.setAttribute('instance', 'default')
  expect(inner(host).textContent).toBe('Sign in')
})

test('what shows of an address, and the words while it connects', async () => {
  const host = place(
    '<latchkit-button chars-start="6" chars-end="4" loading-label="Wait"></latchkit-button>',
  )
  const { engine, load } = start()
  await load()
  engine.publish('accounts', { eip155: account() })
  expect(inner(host).textContent).toBe('0x71C765…976F')
  host.setAttribute('chars-start', 'many')
  expect(inner(host).textContent).toBe('0x71C7…976F')
  engine.publish('accounts', {
    eip155: {
      status: 'connecting',
      isSupported: true,
      isBalanceStale: false,
      allAccounts: [],
      currentTab: 'tokens',
    },
  })
  expect(inner(host).textContent).toBe('Wait')
})

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const networks = [...options().networks, { ...mainnet, name: 'Solana', caipNetworkId: solana }]
const inSolana = account({ address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', chain: solana })

test('shows the account of its namespace, else of the one in use, and opens for it', async () => {
  const host = place('<latchkit-button namespace="solana"></latchkit-button>')
  const { engine, load } = start({ networks })
  await load()
  engine.publish('accounts', { eip155: account() })
  expect(inner(host).textContent).toBe('Connect wallet')
  inner(host).click()
  expect(engine.sent.at(-1)).toEqual({ type: 'open', namespace: 'solana' })
  engine.publish('accounts', { eip155: account(), solana: inSolana })
  expect(inner(host).textContent).toBe('7EcD…wCFLtV')
  host.removeAttribute('namespace')
  expect(inner(host).textContent).toBe(short)
})

test('while a code is offered that no wallet took up, it says Connect', async () => {
  const host = place()
  const { engine, load } = start()
  await load()
  engine.publish('accounts', {
    eip155: {
      status: 'connecting',
      isSupported: true,
      isBalanceStale: false,
      allAccounts: [],
      currentTab: 'tokens',
    },
  })
  const step = { type: 'waiting', slow: false } as const
  engine.publish('connect', { step, offeredIn: 'eip155' })
  expect(inner(host).textContent).toBe('Connect wallet')
  expect(inner(host).ariaBusy).toBeNull()
  engine.publish('connect', { step, offeredIn: 'solana' })
  expect(inner(host).textContent).toBe('Connecting')
  engine.publish('connect', { step })
  expect(inner(host).textContent).toBe('Connecting')
})

test('the button that connects says so with an account too', async () => {
  const host = place('<latchkit-connect-button></latchkit-connect-button>')
  const { engine, load } = start()
  await load()
  engine.publish('accounts', {
    eip155: {
      status: 'connecting',
      isSupported: true,
      isBalanceStale: false,
      allAccounts: [],
      currentTab: 'tokens',
    },
  })
  expect(inner(host).textContent).toBe('Connecting')
  engine.publish('accounts', { eip155: account({ isSupported: false }) })
  expect(inner(host).textContent).toBe('Connect wallet')
  inner(host).click()
  expect(engine.sent.at(-1)).toEqual({ type: 'open', view: 'Connect' })
})

test('the button of the account keeps its place while there is none', async () => {
  const host = place('<latchkit-account-button></latchkit-account-button>')
  const { engine, load } = start()
  await load()
  expect(getComputedStyle(inner(host)).visibility).toBe('hidden')
  engine.publish('accounts', { eip155: account() })
  expect(getComputedStyle(inner(host)).visibility).toBe('visible')
  expect(inner(host).ariaLabel).toBe(`Account ${short}`)
  engine.publish('accounts', { eip155: account({ isSupported: false }) })
  expect(inner(host).textContent).toBe('Wrong network')
  inner(host).click()
  expect(engine.sent.at(-1)).toEqual({ type: 'open' })
})

test('the button of the network names it, and leads to the others', async () => {
  const host = place('<latchkit-network-button></latchkit-network-button>')
  expect(getComputedStyle(inner(host)).visibility).toBe('hidden')
  const { engine, instance, load } = start()
  expect(inner(host).textContent).toBe('Ethereum')
  expect(inner(host).ariaLabel).toBe('Network: Ethereum')
  await load()
  const { list } = instance.store.get().networks
  engine.publish('networks', {
    list: list.map(row => ({ ...row, image: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })),
    active: 'eip155:31337',
  })
  expect(inner(host).textContent).toBe('Localhost')
  const image = inner(host).querySelector('img')
  expect([image?.alt, image?.referrerPolicy]).toEqual(['', 'no-referrer'])
  inner(host).click()
  expect(engine.sent.at(-1)).toEqual({ type: 'open', view: 'Networks' })
  engine.publish('accounts', { eip155: account() })
  expect(inner(host).textContent).toBe('Ethereum')
  engine.publish('accounts', { eip155: account({ isSupported: false }) })
  expect(inner(host).textContent).toBe('Wrong network')
})

test('a small one is 32 high, the usual 40, with and without an account', async () => {
  const host = place()
  const { engine, load } = start()
  await load()
  const heights = () => {
    const usual = inner(host).offsetHeight
    host.setAttribute('size', 'sm')
    const small = inner(host).offsetHeight
    host.removeAttribute('size')
    return [usual, small]
  }
  expect(heights()).toEqual([40, 32])
  engine.publish('accounts', { eip155: account() })
  expect(heights()).toEqual([40, 32])
  engine.publish('accounts', { eip155: account(balance) })
  expect(heights()).toEqual([40, 32])
})

test('takes the theme of its instance', () => {
  const host = place()
  const { instance } = start({ themeMode: 'dark' })
  expect(host.style.colorScheme).toBe('dark')
  instance.setThemeMode('light')
  expect(host.style.colorScheme).toBe('light')
  instance.setThemeMode(undefined)
  expect(host.style.colorScheme).toBe('')
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
