import { expect, test } from 'vitest'
import { mountState } from '../../../../gallery/src/mount.tsx'
import type { Catalog } from '../../generated/Catalog.ts'
import { states } from './Connect.story.tsx'

const { one } = states
const empty = { rows: [], all: undefined, awaitsAll: false, awaited: 0, isLoading: false }

/** What the list shows of the ways, from above: their places, and what stands between them. */
function shownOf(catalog: Partial<Catalog>): string[] {
  const place = mountState({ ...one, catalog: { ...one.catalog, ...catalog } })
  const shown = [...place.root.querySelectorAll('.EmailWay, .Or, .Wallets, .Methods > .ListItem')]
  const names = shown.map(({ classList: [name = ''] }) => name)
  place.remove()
  return names
}

test.for<[Catalog['methods'], string[]]>([
  [['email'], ['EmailWay']],
  [['wallet'], ['Wallets']],
  [
    ['email', 'wallet'],
    ['EmailWay', 'Or', 'Wallets'],
  ],
  [
    ['wallet', 'email'],
    ['Wallets', 'Or', 'EmailWay'],
  ],
  // Accounts elsewhere are no way yet, and take no line of their own.
  [['email', 'social'], ['EmailWay']],
  [['social', 'wallet'], ['Wallets']],
  [
    ['email', 'social', 'wallet'],
    ['EmailWay', 'Or', 'Wallets'],
  ],
])('of %o there are %o', ([methods, shown]) => {
  expect(shownOf({ methods })).toEqual(shown)
})

test('a line parts the address from all wallets behind one row', () => {
  expect(shownOf({ methods: ['email', 'wallet'], isCollapsed: true })).toEqual([
    'EmailWay',
    'Or',
    'ListItem',
  ])
})

test('no line leads to wallets of which there are none', () => {
  expect(shownOf({ methods: ['email', 'wallet'], ...empty })).toEqual(['EmailWay'])
  expect(shownOf({ methods: ['wallet', 'email'], ...empty })).toEqual(['EmailWay'])
  const loading = shownOf({ methods: ['email', 'wallet'], ...empty, isLoading: true })
  expect(loading).toEqual(['EmailWay', 'Or', 'Wallets'])
})

test('wallets that the address moved down when it came take no press at first', async () => {
  const place = mountState(one)
  const wallets = place.root.querySelector('.Wallets') as HTMLElement
  const presses = () => getComputedStyle(wallets).pointerEvents
  await expect.poll(presses).toBe('auto')
  place.publish({ catalog: { ...one.catalog, methods: ['email', 'wallet'] } })
  expect(presses()).toBe('none')
  await expect.poll(presses).toBe('auto')
  place.remove()
})
