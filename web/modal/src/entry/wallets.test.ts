import { afterEach, expect, test, vi } from 'vitest'
import { listenForWallets, pageWallets } from './wallets'

const announce = (detail: unknown) =>
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
const provider = (name = '') => ({ name, request: async () => null })
let stop = () => {}
let unwatch = () => {}

/** Everything announced from now on. */
function watch(): [number, unknown][] {
  const seen: [number, unknown][] = []
  unwatch = pageWallets.watch((handle, description) => void seen.push([handle, description]))
  seen.length = 0
  return seen
}

afterEach(() => {
  unwatch()
  stop()
})

test('asks wallets to announce themselves, and gives those already known at once', () => {
  const asked = vi.fn()
  addEventListener('eip6963:requestProvider', asked)
  stop = listenForWallets()
  expect(asked).toHaveBeenCalledOnce()
  const info = { uuid: 'a', rdns: 'a.b', name: 'A' }
  const seen = watch()
  const it = provider()
  announce({ info, provider: it })
  const [handle = 0] = seen[0] ?? []
  expect(seen).toEqual([[handle, info]])
  expect(pageWallets.provider(handle)).toBe(it)
  const later: unknown[] = []
  pageWallets.watch((_, description) => void later.push(description))()
  expect(later).toContainEqual(info)
  removeEventListener('eip6963:requestProvider', asked)
})

test('what is no announcement is ignored', () => {
  stop = listenForWallets()
  const seen = watch()
  const hostile = {
    get info() {
      throw new Error('no')
    },
  }
  const frozen = Object.freeze({
    info: Object.freeze({ uuid: 'f', rdns: 'f.f' }),
    provider: provider(),
  })
  for (const detail of [
    undefined,
    null,
    'wallet',
    7,
    {},
    { info: {} },
    { info: 'a', provider: provider() },
    { info: {}, provider: {} },
    hostile,
  ])
    announce(detail)
  expect(seen).toEqual([])
  announce(frozen)
  expect(seen).toHaveLength(1)
})

test('whoever announces a known wallet’s uuid and name with a provider of its own only contests it', () => {
  stop = listenForWallets()
  const seen = watch()
  const real = provider('real')
  const info = { uuid: 'u', rdns: 'u.u', name: 'Old' }
  announce({ info, provider: real })
  const [handle = 0] = seen[0] ?? []
  announce({ info, provider: provider('thief') })
  announce({ info: { ...info, name: 'Thief' }, provider: provider('thief') })
  announce({ info, provider: real })
  expect(seen).toEqual([
    [handle, info],
    [handle, { ...info, isContested: true }],
    [handle, { ...info, isContested: true }],
  ])
  expect(pageWallets.provider(handle)).toBe(real)
})

test('the same provider under its name is the same wallet, with its new description', () => {
  stop = listenForWallets()
  const seen = watch()
  const it = provider()
  announce({ info: { uuid: 'v', rdns: 'v.v', name: 'Old' }, provider: it })
  announce({ info: { uuid: 'w', rdns: 'v.v', name: 'New' }, provider: it })
  announce({ info: { uuid: 'v', rdns: 'other.v', name: 'Other' }, provider: provider() })
  announce({ info: { uuid: 'x', rdns: 'v.v', name: 'Double' }, provider: provider() })
  const [old, updated, other, double] = seen.map(([handle]) => handle)
  expect(updated).toBe(old)
  expect(new Set([old, other, double]).size).toBe(3)
  expect(seen[1]?.[1]).toMatchObject({ name: 'New' })
})

test('who announces itself (EIP-6963) speaks for eip155 only, and each part is read once', () => {
  stop = listenForWallets()
  const seen = watch()
  let reads = 0
  const info = {
    uuid: 'n',
    get rdns() {
      return `read.${++reads}`
    },
    name: 'N',
    namespace: 'solana',
    more: 'than is wanted',
  }
  announce({ info, provider: provider() })
  expect(seen.map(([, description]) => description)).toEqual([
    { uuid: 'n', rdns: 'read.1', name: 'N', icon: undefined },
  ])
})

test('a wallet that others found joins the list, and stays itself with another description', () => {
  const seen = watch()
  const it = provider()
  const info = { uuid: 'one', rdns: 'Phantom', namespace: 'solana', name: 'Phantom' }
  pageWallets.announce(info, it)
  pageWallets.announce({ ...info, icon: 'data:,' }, it)
  pageWallets.announce({ ...info, namespace: 'bip122' }, provider())
  const [first = 0, again, other] = seen.map(([handle]) => handle)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(pageWallets.provider(first)).toBe(it)
  expect(seen[1]?.[1]).toMatchObject({ icon: 'data:,', namespace: 'solana' })
})

test('the last one that stops takes the listener off the page', () => {
  const one = listenForWallets()
  const other = listenForWallets()
  const seen = watch()
  one()
  one()
  announce({ info: { uuid: 'x', rdns: 'x.x' }, provider: provider() })
  expect(seen).toHaveLength(1)
  other()
  announce({ info: { uuid: 'y', rdns: 'y.y' }, provider: provider() })
  expect(seen).toHaveLength(1)
})

const one = (rdns: string, uuid = rdns) => ({ info: { uuid, rdns }, provider: provider() })

/** Wallets that announce themselves when the page asks, as they should. Returns the way to remove them. */
function install(...details: unknown[]) {
  const answer = () => {
    for (const detail of details) announce(detail)
  }
  addEventListener('eip6963:requestProvider', answer)
  answer()
  return () => removeEventListener('eip6963:requestProvider', answer)
}

/** The names on the list. */
function names(wanted?: string[]) {
  const all = new Map<number, unknown>()
  pageWallets.watch(
    (handle, info) => void all.set(handle, (info as { rdns: string }).rdns),
    wanted,
  )()
  return [...all.values()]
}

test('a flood keeps out strangers, and none whose name is wanted, nor who says it is that one', () => {
  stop = listenForWallets()
  const early = install(one('early.wallet'))
  const flood = install(...Array.from({ length: 10_000 }, (_, count) => one(`flood.${count}`)))
  const doubles = ['one', 'two', 'three'].map(uuid => one('late.wallet', uuid))
  const late = install(...doubles, one('late.other'))
  const before = names()
  const isOfOthers = (name: unknown) => /^(Phantom|flood-of)/.test(String(name))
  expect(before.filter(name => !isOfOthers(name))).toHaveLength(200)
  expect(before).toContain('early.wallet')
  expect(before).not.toContain('late.wallet')

  const wanted = ['late.wallet', 'no.wallet']
  expect(names(wanted)).toEqual([...before, 'late.wallet', 'late.wallet'])
  expect(names(wanted)).toEqual([...before, 'late.wallet', 'late.wallet'])
  for (const remove of [early, flood, late]) remove()
})

test('what adapters find has a list of its own for each namespace, as long as that of all others', () => {
  const before = names().length
  const find = (rdns: string, namespace = 'cosmos') =>
    pageWallets.announce({ uuid: rdns, rdns, namespace }, provider())
  for (let count = 0; count < 1_000; count++) find(`flood-of.${count}`)
  expect(names()).toHaveLength(before + 200)
  find('polka.wallet', 'polkadot')
  expect(names()).toContain('polka.wallet')
  const asked = vi.fn(() => find('late.wallet'))
  addEventListener('eip6963:requestProvider', asked)
  expect(names(['late.wallet'])).toContain('late.wallet')
  expect(asked).toHaveBeenCalledOnce()
  removeEventListener('eip6963:requestProvider', asked)
})
