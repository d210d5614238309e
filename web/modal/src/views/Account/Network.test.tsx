import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Account.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const press = (name: string) => page.getByRole('button', { name }).click()

test('the network leads to the others', async () => {
  place = mountState(states.networks)
  const { list, active } = states.networks.networks
  const name = list.find(({ id }) => id === active)?.name
  await press(`Network: ${name}`)
  expect(place.sent).toEqual([{ type: 'show', view: 'Networks' }])
})

test.for(['no switching', 'no other network'])('with %s it is only named', async without => {
  const { networks, features } = states.networks
  place = mountState(
    without === 'no switching'
      ? { ...states.networks, features: { ...features, networkSwitch: false } }
      : { ...states.networks, networks: { ...networks, list: networks.list.slice(0, 1) } },
  )
  await expect.element(page.getByText(/^Network: /)).toBeInTheDocument()
  expect(page.getByRole('button', { name: /^Network/ }).elements()).toEqual([])
})

test('a network that the site does not have is named as such, without a balance', async () => {
  place = mountState(states.wrongNetwork)
  await press('Network: Unknown Network. This site does not work on it.')
  expect(place.sent).toEqual([{ type: 'show', view: 'Networks' }])
  const seen = page.getByText('This site does not work on this network.', { exact: true })
  await expect.element(seen.first()).toBeVisible()
  expect(place.root.querySelector('.worth')).toBeNull()
})

test('where the site cannot switch, the wallet is named as the way', async () => {
  place = mountState(states.wrongNetworkForGood)
  await expect.element(page.getByText('Choose another network in your wallet.')).toBeVisible()
  const told = place.root.querySelector('.layout > [role="status"]')?.textContent
  expect(told).toBe('This site does not work on this network.')
})
