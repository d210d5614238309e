import { afterEach, expect, test, vi } from 'vitest'
import type { Wallets } from '../../../shell/src/all/WalletProvider'
import { createStore, type PageIntent } from '../../../shell/src/entry/store'
import { initialState } from '../all/state'
import { firstLists } from '../generated/firstLists'
import type { Namespace } from '../generated/Namespace'
import { drawList } from './firstList'
import { type LatchkitOptions, readOptions } from './options'
import { unconnectedView } from './unconnectedView'

const projectId = '0'.repeat(32)
const networks = [network('eip155:1'), network('eip155:10')]

function network(caipNetworkId: string) {
  return {
    id: caipNetworkId,
    caipNetworkId,
    chainNamespace: caipNetworkId.split(':')[0] as Namespace,
    name: 'Network',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
}

/** Draws a list; `announce` tells of a wallet, `rows` what stands there. */
function draw(options: Partial<LatchkitOptions> = {}, namespace?: Namespace) {
  const watchers = new Set<(handle: number, description: unknown) => void>()
  const told: [number, unknown][] = []
  const wallets: Wallets = {
    provider: () => undefined,
    watch(listener) {
      watchers.add(listener)
      for (const [handle, description] of told) listener(handle, description)
      return () => watchers.delete(listener)
    },
  }
  // Most of what follows is about the wallets of this browser.
  const settings = readOptions({
    projectId,
    networks,
    enableWalletConnect: false,
    ...options,
  })
  const sent: PageIntent[] = []
  const store = createStore(initialState(settings.options), intent => sent.push(intent))
  const announce = (description: unknown, handle = told.length + 1) => {
    told.push([handle, description])
    for (const watcher of watchers) watcher(handle, description)
  }
  const show = () => {
    const { element, end } = drawList({ store, wallets, settings, namespace })
    document.body.append(element)
    const buttons = () => [...element.querySelectorAll('button')]
    const rows = () =>
      [...element.children].map(it => (it as HTMLElement).dataset.wallet ?? 'place')
    return { element, end, buttons, rows, view: unconnectedView(settings, wallets) }
  }
  return { announce, show, sent, watchers }
}

const wallet = (id: string, more: object = {}) => ({ rdns: id, name: id, uuid: id, ...more })

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
  localStorage.clear()
})

test.for(Object.entries(firstLists))('shows what the engine does: %s', ([, list]) => {
  const { options, chains, announced, recents, namespace, isMobile } = list
  if (isMobile) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android')
  localStorage.setItem('@latchkit/default:recent-wallets', JSON.stringify({ v: 1, value: recents }))
  const { announce, show } = draw(
    { enableWalletConnect: true, ...options, networks: chains.map(network) },
    namespace ?? undefined,
  )
  for (const description of announced) announce(description)
  const { rows, buttons, view } = show()
  expect(view).toBe(list.view)
  expect(rows()).toEqual(list.rows)
  expect(buttons().map(it => it.querySelector('.name')?.textContent)).toEqual(list.names)
})

test('a wallet that is heard of later takes a place, and moves no row above it', () => {
  const { announce, show } = draw()
  announce(wallet('a.a'))
  const { rows } = show()
  announce(wallet('b.b'))
  expect(rows()).toEqual(['a.a', 'b.b', 'place', 'place', 'place'])
  announce(wallet('b.b'), 2)
  expect(rows()).toEqual(['a.a', 'b.b', 'place', 'place', 'place'])
})

test('one that was used lately keeps its place when it announces itself', () => {
  const value = [{ id: 'b.b', name: 'B' }]
  localStorage.setItem('@latchkit/default:recent-wallets', JSON.stringify({ v: 1, value }))
  const { announce, show } = draw()
  announce(wallet('a.a'))
  const { rows } = show()
  expect(rows().slice(0, 2)).toEqual(['b.b', 'a.a'])
  announce(wallet('b.b'))
  expect(rows()).toEqual(['b.b', 'a.a', 'place', 'place', 'place'])
})

test('a choice is sent, and its row says so until another is chosen', () => {
  const { announce, show, sent } = draw()
  announce(wallet('a.a'))
  announce(wallet('b.b'))
  const [first, second] = show().buttons()
  first?.click()
  expect([first?.ariaBusy, first?.querySelector('.Spinner')]).toEqual(['true', expect.anything()])
  second?.click()
  expect([first?.ariaBusy, second?.ariaBusy]).toEqual([null, 'true'])
  expect(document.querySelectorAll('.Spinner')).toHaveLength(1)
  expect(sent).toEqual([
    { type: 'connect', wallet: 'a.a' },
    { type: 'connect', wallet: 'b.b' },
  ])
})

test('nothing can be chosen before the terms are accepted', () => {
  const options = { termsConditionsUrl: 'https://a.b', features: { legalCheckbox: true } }
  const { announce, show, sent } = draw(options)
  announce(wallet('a.a'))
  const { buttons, rows } = show()
  buttons()[0]?.click()
  expect([rows()[0], sent]).toEqual(['a.a', []])
})

test.for([
  ['another object', wallet('a.a', { name: 'Thief' }), 2],
  ['the page', wallet('a.a', { isContested: true }), 1],
] as const)('one of which %s says that it is two cannot be chosen yet', ([, other, handle]) => {
  const { announce, show, sent } = draw()
  announce(wallet('a.a'))
  const { buttons } = show()
  announce(other, handle)
  buttons()[0]?.click()
  expect([buttons().length, buttons()[0]?.disabled, sent]).toEqual([1, true, []])
})

test('what cannot be shown is not, and what is shown is text', () => {
  const { announce, show } = draw()
  for (const bad of [{}, { rdns: 7, name: 'A' }, wallet('a.b', { name: '\u202e\u0000 ' })])
    announce(bad)
  announce(wallet('a.a', { name: '\u202e<b>evil</b>\u0007 Wallet', icon: 'https://a.b/c.png' }))
  announce(wallet('b.b', { name: 'x'.repeat(100), icon: 'data:image/png;base64,AAAA' }))
  const [first, second] = show().buttons()
  expect(first?.querySelector('.name')?.textContent).toBe('<b>evil</b> Wallet')
  expect(first?.querySelector('img')).toBeNull()
  expect(second?.querySelector('.name')?.textContent).toHaveLength(64)
  expect(second?.querySelector('img')?.src).toBe('data:image/png;base64,AAAA')
})

test('an image of the host’s stands before the wallet’s own', () => {
  const own = { connectorImages: { 'a.a': 'https://a.b/own.png' } }
  const { announce, show } = draw(own)
  announce(wallet('a.a', { icon: 'data:image/png;base64,AAAA' }))
  expect(show().element.querySelector('img')?.src).toBe('https://a.b/own.png')
})

test('a wallet that is called as what every object has takes no image of the host’s for its own', () => {
  const { announce, show } = draw({ connectorImages: {} })
  announce(wallet('constructor'))
  const { element, rows } = show()
  expect([rows()[0], element.querySelector('img')]).toEqual(['constructor', null])
})

test('options and stored items that are none take nothing away', () => {
  localStorage.setItem('@latchkit/default:recent-wallets', '{"v":1,"value":[null,7,{"id":1}]}')
  const broken = {
    features: 'x',
    excludeWalletIds: 'a.a',
    featuredWalletIds: 7,
    connectorImages: 1,
  }
  const { announce, show } = draw(broken as never)
  announce(wallet('a.a'))
  expect(show().rows()).toEqual(['a.a', 'place', 'place', 'place', 'place'])
})

test('it follows the wallets until the view is there', () => {
  const { show, watchers } = draw()
  show().end()
  expect(watchers.size).toBe(0)
})
