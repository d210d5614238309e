import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './UnsupportedChain.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('says where it does not work, and offers where it does', async () => {
  place = mountState(states.choice)
  const { list } = states.choice.networks
  await expect.element(page.getByText('This site does not work on')).toBeVisible()
  const rows = [...place.root.querySelectorAll<HTMLElement>('[data-network]')]
  expect(rows.map(({ dataset }) => dataset.network)).toEqual(list.map(({ id }) => id))
  expect(rows.filter(({ ariaCurrent }) => ariaCurrent)).toEqual([])
  rows[0]?.click()
  expect(place.sent).toEqual([{ type: 'switchNetwork', chain: list[0]?.id }])
})

test('the way out is to disconnect', async () => {
  place = mountState(states.choice)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  expect(place.sent).toEqual([{ type: 'disconnect', namespace: 'eip155' }])
})
