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
    .element(page.getByRole('heading', { name: 'Harbor does not support Solana' }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Connect a Solana wallet' }).click()
  expect(place.sent).toEqual([{ type: 'connectNamespace' }])
})
