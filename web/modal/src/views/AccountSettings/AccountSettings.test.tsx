import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { email } from '../../generated/fixtures/email.ts'
import { states } from './AccountSettings.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

test('shows whose it is, and copies the address', async () => {
  place = mountState(states.connected)
  await expect.element(page.getByRole('dialog', { name: 'Account settings' })).toBeVisible()
  await expect.element(page.getByText('harbour.eth')).toBeVisible()
  await press(/^Copy address 0xf39F…2266/)
  expect(place.sent).toEqual([{ type: 'copyAddress' }])
  place.publish({ toast: states.copied.toast })
  expect(place.root.querySelector('.Toast')).toBeNull()
  expect(place.root.querySelector('.layout > [role="status"]')?.textContent).toBe('Address copied')
})

test('the network leads to the others', async () => {
  place = mountState(states.connected)
  await press(/^Latchkit Dev/)
  expect(place.sent).toEqual([{ type: 'show', view: 'Networks' }])
})

test('a network that the site does not have is said to be so', async () => {
  place = mountState(states.wrongNetwork)
  await expect.element(page.getByText('Not supported by this site')).toBeVisible()
})

test('of one account its wallet is named, wherever that is', async () => {
  place = mountState(states.nameless)
  await expect.element(page.getByText('Connected wallet')).toBeVisible()
  expect(page.getByRole('button', { name: 'Disconnect' }).elements().length).toBe(1)
  place.publish(states.elsewhere)
  await expect.element(page.getByText('Connected on another device or app')).toBeVisible()
})

test('of whoever signed in by e-mail the address is named, and nothing else of their one wallet', async () => {
  place = mountState(email.account)
  const name = () => place.root.querySelector('.Owner .name')?.textContent
  expect(name()).toBe('ann@example.com')
  expect(place.root.querySelectorAll('.one')).toHaveLength(2)
  const { eip155 } = email.account.accounts
  place.publish({ accounts: { eip155 } })
  expect(place.root.querySelectorAll('.one')).toHaveLength(0)
  await press(/^ann@example.com You sign in with it/)
  expect(place.sent).toEqual([{ type: 'show', view: 'UpdateEmailWallet' }])
})

test('of several accounts each has its row, its wallet’s name and its way out', async () => {
  place = mountState(states.several)
  const rows = [...place.root.querySelectorAll('.one')]
  expect(rows.map(row => row.querySelector('.name')?.textContent)).toEqual(['Harbor', 'Tern'])
  expect(rows.map(row => row.querySelector('.detail')?.textContent?.split(' · ')[0])).toEqual([
    'Ethereum',
    'Solana',
  ])
  const current = page.getByRole('button', { name: /^Tern/ })
  await expect.element(current).toHaveAttribute('aria-current', 'true')
  await press(/^Harbor/)
  await press('Disconnect Solana')
  await press('Disconnect all')
  expect(place.sent).toEqual([
    { type: 'useAccount', namespace: 'eip155' },
    { type: 'disconnect', namespace: 'solana' },
    { type: 'disconnect' },
  ])
})

test('after one of several has gone it says which, and shows the other', async () => {
  place = mountState(states.oneLess)
  expect(place.root.querySelector('.Banner')?.textContent?.trim()).toBe('Solana disconnected')
  expect(place.root.querySelector('.Toast')).toBeNull()
  expect(place.root.querySelectorAll('.one').length).toBe(1)
})

test('the explorer is a link to a new tab', async () => {
  place = mountState(states.nameless)
  const link = page.getByRole('link', { name: 'View on explorer Opens in a new tab' })
  await expect
    .element(link)
    .toHaveAttribute('href', states.nameless.accounts.eip155.addressExplorerUrl)
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})
