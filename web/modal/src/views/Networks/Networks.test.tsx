import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Networks.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const rows = () => [...place.root.querySelectorAll<HTMLElement>('[data-network]')]
const row = (name: string | RegExp) => page.getByRole('button', { name })

test('lists the networks; the one in use is marked, test ones are named so', async () => {
  place = mountState(states.connected)
  const { list, active } = states.connected.networks
  expect(rows().map(({ dataset }) => dataset.network)).toEqual(list.map(({ id }) => id))
  const current = rows().filter(({ ariaCurrent }) => ariaCurrent === 'true')
  expect(current.map(({ dataset }) => dataset.network)).toEqual([active])
  await expect.element(row('Holesky Test')).toBeVisible()
  await row('Ethereum').click()
  expect(place.sent).toEqual([{ type: 'switchNetwork', chain: 'eip155:1' }])
})

test('one that the wallet does not serve says so, in reach of the keyboard, and does nothing', async () => {
  place = mountState(states.unavailable)
  const { name } = states.unavailable.networks.list.find(one => one.unavailable) ?? { name: '' }
  const closed = row(new RegExp(`^${name} Not offered by`))
  await expect.element(closed).toHaveAttribute('aria-disabled', 'true')
  ;(closed.element() as HTMLElement).focus()
  expect(place.root.activeElement).toBe(closed.element())
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([])
})

test('finds by name, and says how many; what is not found can be cleared', async () => {
  place = mountState(states.connected)
  const field = page.getByRole('searchbox', { name: 'Search networks' })
  await field.fill(' SEP')
  expect(rows().length).toBe(0)
  await field.fill(' BAS ')
  expect(rows().map(({ dataset }) => dataset.network)).toEqual(['eip155:8453'])
  await expect.element(page.getByText('1 network found')).toBeInTheDocument()
  await field.fill('zz')
  await expect.element(page.getByText('No network found for “zz”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  expect(rows().length).toBe(states.connected.networks.list.length)
})

test('explains what a network is; without a wallet nobody decides', async () => {
  place = mountState(states.connected)
  await expect.element(page.getByText('Harbor decides which networks it offers.')).toBeVisible()
  await row('What is a network?').click()
  expect(place.sent).toEqual([{ type: 'show', view: 'WhatIsANetwork' }])
  place.publish({ accounts: states.disconnected.accounts })
  expect(page.getByText(/decides which/).elements()).toEqual([])
})
