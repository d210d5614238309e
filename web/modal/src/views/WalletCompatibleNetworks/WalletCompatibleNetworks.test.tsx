import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './WalletCompatibleNetworks.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const rows = () => [...place.root.querySelectorAll<HTMLElement>('[data-network]')]

test('lists the networks of the account’s kind, and nothing to press', async () => {
  place = mountState(states.many)
  const wanted = states.many.networks.list.filter(({ namespace }) => namespace === 'eip155')
  expect(rows().length).toBe(wanted.length)
  expect(rows().filter(row => row.localName !== 'div')).toEqual([])
  const note = page.getByText(/may be lost/)
  await expect.element(note).toBeVisible()
  expect(note.element().nextElementSibling?.localName, 'before the list').toBe('ul')
})

test('what the wallet does not serve comes last, and says so', () => {
  place = mountState(states.unavailable)
  const told = rows().map(row => row.querySelector('.detail')?.textContent)
  const not = 'Not offered by Marlin'
  expect(told).toEqual([undefined, undefined, not, not, not, not])
})
