import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { createLazyChunk } from '../LazyChunk.ts'
import * as spend from '../spendViews.ts'
import { states } from './Account.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => {
  place.remove()
  vi.restoreAllMocks()
})

const rows = () => place.root.querySelectorAll('.AccountTokens .Entry').length
const places = () => place.root.querySelectorAll('.panel .Skeleton .entry').length

test('while what shows in the tabs loads, its shape is there; the rest is ready', async () => {
  const gate = Promise.withResolvers<typeof spend>()
  place = mountState(states.tokens, {}, { spend: createLazyChunk(() => gate.promise) })
  expect(places()).toBe(4)
  await expect.element(page.getByRole('tab', { name: 'Tokens' })).toBeVisible()
  expect(place.root.querySelector('.worth bdi')?.textContent).toBe('$12,818.84')
  gate.resolve(spend)
  await expect.poll(rows).toBe(5)
  expect(places()).toBe(0)
})

test('where it does not load it says so there, and tries again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const bring = vi.fn(async () => spend).mockRejectedValueOnce(new Error('offline'))
  place = mountState(states.tokens, {}, { spend: createLazyChunk(bring) })
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('This did not load')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(rows).toBe(5)
  expect(bring).toHaveBeenCalledTimes(2)
})

test('it is not asked for on a network that the site does not have', () => {
  const bring = vi.fn(async () => spend)
  place = mountState(states.wrongNetwork, {}, { spend: createLazyChunk(bring) })
  expect(bring).not.toHaveBeenCalled()
})

test('its tabs are chosen by arrow keys, and asked for', async () => {
  place = mountState(states.tokens)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect.element(tab('Tokens')).toHaveAttribute('aria-selected', 'true')
  await tab('NFTs').click()
  expect(place.sent).toEqual([{ type: 'showTab', tab: 'nfts' }])
})

test('activity is a tab where the operator has it on', () => {
  place = mountState(states.tokens)
  const labels = () => [...place.root.querySelectorAll('[role=tab]')].map(it => it.textContent)
  expect(labels()).toEqual(['Tokens', 'NFTs', 'Activity'])
  place.publish({ features: { ...states.tokens.features, activity: false } })
  expect(labels()).toEqual(['Tokens', 'NFTs'])
})

test.for([
  ['on Solana there is as much as on Ethereum', 'solana', ['Tokens', 'NFTs', 'Activity']],
  ['of another kind of chain there are tokens alone, and no tabs', 'bip122', []],
] as const)('%s', ([, namespace, expected]) => {
  const { accounts, networks } = states.tokens
  place = mountState(states.tokens)
  place.publish({
    accounts: { [namespace]: accounts.eip155 },
    networks: { ...networks, active: `${namespace}:000000000019d6689c085ae165831e93` },
  })
  const labels = [...place.root.querySelectorAll('[role=tab]')].map(it => it.textContent)
  expect(labels).toEqual(expected)
  expect(place.root.querySelector('[role=tabpanel]') !== null).toBe(expected.length > 0)
})
