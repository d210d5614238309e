import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './OpenWallet.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(360, 760))
afterEach(() => place.remove())

test('one tap opens the wallet that is asked', async () => {
  place = mountState(states.asked)
  await expect.element(page.getByText('Approve in Marlin')).toBeVisible()
  await page.getByRole('button', { name: 'Open Marlin' }).click()
  expect(place.sent).toEqual([{ type: 'openWallet' }])
})

test('it is the wallet that was asked, whichever network is in use', async () => {
  const { accounts } = states.asked
  const connectedWalletInfo = { ...accounts.eip155.connectedWalletInfo, name: 'Basalt' }
  place = mountState({
    ...states.asked,
    accounts: { ...accounts, solana: { ...accounts.eip155, connectedWalletInfo } },
    toast: { led: 'solana' },
  })
  await expect.element(page.getByText('Approve in Basalt')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Open Basalt' })).toBeVisible()
})
