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

test('the same uuid updates its wallet; nobody takes over another’s name', () => {
  stop = listenForWallets()
  const seen = watch()
  const first = provider('first')
  const second = provider('second')
  announce({ info: { uuid: 'u', rdns: 'u.u', name: 'Old' }, provider: first })
  announce({ info: { uuid: 'u', rdns: 'u.u', name: 'New' }, provider: second })
  announce({ info: { uuid: 'u', rdns: 'thief.u', name: 'Thief' }, provider: provider('thief') })
  const [old, updated, thief] = seen.map(([handle]) => handle)
  expect(updated).toBe(old)
  expect(thief).not.toBe(old)
  expect(pageWallets.provider(old ?? 0)).toBe(second)
})

test('a wallet that others found joins the list, and stays itself with another description', () => {
  const seen = watch()
  const it = provider()
  const info = { uuid: 'solana:1', rdns: 'Phantom', namespace: 'solana', name: 'Phantom' }
  pageWallets.announce(info, it)
  pageWallets.announce({ ...info, icon: 'data:,' }, it)
  pageWallets.announce({ ...info, uuid: 'bip122:1', namespace: 'bip122' }, provider())
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

test('a flood keeps out strangers, and none whose name is wanted', () => {
  stop = listenForWallets()
  const early = install(one('early.wallet'))
  const flood = install(...Array.from({ length: 10_000 }, (_, count) => one(`flood.${count}`)))
  const late = install(one('late.wallet'), one('late.wallet', 'a thief'), one('late.other'))
  const names = (wanted?: string[]) => {
    const all = new Map<number, unknown>()
    pageWallets.watch(
      (handle, info) => void all.set(handle, (info as { rdns: string }).rdns),
      wanted,
    )()
    return [...all.values()]
  }
  const before = names()
  expect(before.length).toBe(200)
  expect(before).toContain('early.wallet')
  expect(before).not.toContain('late.wallet')

  const wanted = ['late.wallet', 'no.wallet']
  expect(names(wanted)).toEqual([...before, 'late.wallet'])
  expect(names(wanted)).toEqual([...before, 'late.wallet'])
  pageWallets.announce({ uuid: 'adapted', rdns: 'adapted' }, provider())
  expect(names()).toContain('adapted')
  for (const remove of [early, flood, late]) remove()
})
