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

test('a handful is seen at a glance, seven are searched', () => {
  place = mountState(states.connected)
  expect(page.getByRole('searchbox').elements()).toEqual([])
  place.publish(states.many)
  expect(page.getByRole('searchbox').elements().length).toBe(1)
})

test('finds by name, and says how many; what is not found can be cleared', async () => {
  place = mountState(states.many)
  const field = page.getByRole('searchbox', { name: 'Search networks' })
  await field.fill(' SEP')
  expect(rows().length).toBe(0)
  await field.fill(' BAS ')
  expect(rows().map(({ dataset }) => dataset.network)).toEqual(['eip155:8453'])
  await expect.element(page.getByText('1 network found')).toBeInTheDocument()
  await field.fill('zz')
  await expect.element(page.getByText('No network found for “zz”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  expect(rows().length).toBe(states.many.networks.list.length)
})

test('explains what a network is', async () => {
  place = mountState(states.connected)
  await row('What is a network?').click()
  expect(place.sent).toEqual([{ type: 'show', view: 'WhatIsANetwork' }])
})
