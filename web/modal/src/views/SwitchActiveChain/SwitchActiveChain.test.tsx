import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './SwitchActiveChain.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('says why another wallet is needed, and leads to those that will do', async () => {
  place = mountState(states.needsWallet)
  await expect
    .element(page.getByRole('heading', { name: 'No wallet is connected for Solana' }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Connect a Solana wallet' }).click()
  expect(place.sent).toEqual([{ type: 'connectNamespace' }])
})

test('the connected wallet is asked at once where it works there, too; another may be', async () => {
  place = mountState(states.sameWallet)
  const title = 'Connect Solana in Marlin as well'
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Connect Marlin' }).click()
  await page.getByRole('button', { name: 'Use another wallet' }).click()
  expect(place.sent).toEqual([
    { type: 'connect', wallet: 'example.marlin', namespace: 'solana' },
    { type: 'connectNamespace' },
  ])
})

test('where the terms are yet to be accepted it leads to them', async () => {
  const { features } = states.sameWallet
  const locked = { ...features, legalCheckbox: true, isAccepted: false }
  place = mountState({ ...states.sameWallet, features: locked })
  await page.getByRole('button', { name: 'Connect Marlin' }).click()
  expect(place.sent).toEqual([{ type: 'connectNamespace' }])
})
