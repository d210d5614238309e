import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './Account.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => {
  place.remove()
  vi.useRealTimers()
})

const { address } = states.connected.accounts.eip155
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const height = () => (place.root.querySelector('.view') as HTMLElement).offsetHeight

test('shows address and balance', async () => {
  place = mountState(states.connected)
  await expect.element(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  await expect.element(page.getByText(short).first()).toBeVisible()
  await expect.element(page.getByText('10,000', { exact: true })).toBeVisible()
})

test('the address is copied by its button', async () => {
  place = mountState(states.connected)
  await press(`Copy address ${address.slice(0, 6)}…${address.slice(-4)}`)
  expect(place.sent).toEqual([{ type: 'copyAddress' }])
})

test('that it was copied shows where it was asked for, and lies over nothing', async () => {
  place = mountState(states.connected)
  const button = page.getByRole('button', { name: 'Copy address' }).element()
  const before = button.innerHTML
  place.publish({ toast: states.copied.toast })
  expect(button.innerHTML).not.toBe(before)
  expect(place.root.querySelector('.Toast')).toBeNull()
  expect(place.root.querySelector('.layout > [role="status"]')?.textContent).toBe('Address copied')
  place.publish({ toast: states.copyFailed.toast })
})

test('where it was not, that is said there too, over the address, whole and to be selected', () => {
  place = mountState(states.copyFailed)
  const alert = place.root.querySelector('[role="alert"]') as HTMLElement
  expect(alert.textContent).toContain('The browser did not allow copying')
  expect(place.root.querySelector('.Toast')).toBeNull()
  const whole = alert.querySelector('bdi') as HTMLElement
  expect(whole.textContent).toBe(states.copyFailed.accounts.eip155.address)
  expect(whole.offsetWidth).toBeLessThanOrEqual(alert.offsetWidth)
  expect(getComputedStyle(whole).userSelect).toBe('all')
  const copy = page.getByRole('button', { name: /^Copy address/ }).element()
  expect(alert.getBoundingClientRect().top).toBeGreaterThanOrEqual(
    copy.getBoundingClientRect().bottom,
  )
})

test('after one of several has gone it says which, and shows the other', async () => {
  place = mountState(states.oneLess)
  const gone = place.root.querySelector('.Banner')
  expect(gone?.textContent?.trim()).toBe('Solana disconnected')
  expect(place.root.querySelector('.layout > [role="status"]')?.textContent).toBe(
    'Solana disconnected',
  )
  expect(place.root.querySelector('.Toast')).toBeNull()
})

test('the longest number stands on one line, in the narrowest window', async () => {
  await page.viewport(320, 700)
  place = mountState(states.longNames)
  const number = place.root.querySelector('.worth bdi > span') as HTMLElement
  expect(number.getClientRects().length).toBe(1)
  expect(number.offsetHeight).toBeLessThan(40)
  expect(number.scrollWidth).toBeLessThanOrEqual(number.clientWidth)
  expect(number.getBoundingClientRect().right).toBeLessThanOrEqual(300)
})

test('disconnect is the last button and names its namespace', async () => {
  place = mountState(states.connected)
  expect([...place.root.querySelectorAll('button')].at(-1)?.textContent).toBe('Disconnect')
  await press('Disconnect')
  expect(place.sent).toEqual([{ type: 'disconnect', namespace: 'eip155' }])
})

test('a stale balance keeps its figures, tells its age and can be asked for again', async () => {
  const staleAtMs = Number(states.stale.accounts.eip155.balanceAtMs)
  vi.useFakeTimers({ toFake: ['Date'], now: staleAtMs + 4 * 60_000 })
  place = mountState(states.stale)
  await expect.element(page.getByText('10,000', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Balance is 4 min old.')).toBeVisible()
  await press('Try again')
  expect(place.sent).toEqual([{ type: 'refreshBalance' }])
})

test.for(['noBalance', 'unreadBalance'] as const)(
  'an unknown balance is said in words, in the height of a known one: %s',
  async state => {
    const band = () => (place.root.querySelector('.worth') as HTMLElement).offsetHeight
    place = mountState(states.connected)
    const known = band()
    place.remove()
    place = mountState(states[state])
    await expect.element(page.getByText('Balance unknown')).toBeVisible()
    expect(place.root.querySelector('.worth')?.textContent).toBe('Balance unknown')
    expect(band()).toBe(known)
  },
)

test('a balance that was never read can be asked for again', async () => {
  place = mountState(states.noBalance)
  await expect.element(page.getByText('The balance could not be read.')).toBeVisible()
  await press('Try again')
  expect(place.sent).toEqual([{ type: 'refreshBalance' }])
})

test('what is stored is shown while the wallet is asked again, and said to be so', async () => {
  place = mountState(states.loading)
  expect(place.root.querySelector('.Account')?.ariaBusy).toBe('true')
  await expect.element(page.getByText('Loading account')).toBeInTheDocument()
  await expect.element(page.getByText('Reconnecting')).toBeVisible()
  await expect.element(page.getByText('10,000', { exact: true })).toBeVisible()
  const before = height()
  place.publish(states.connected)
  expect(height()).toBe(before)
  expect(place.root.querySelector('.Account')?.ariaBusy).toBe('false')
})

test('the skeleton is as tall as the account that comes', () => {
  const unknown = {
    status: 'connecting' as const,
    isSupported: true,
    isBalanceStale: false,
    allAccounts: [],
    currentTab: 'tokens' as const,
  }
  place = mountState({ ...states.explorer, accounts: { eip155: unknown } })
  const before = height()
  place.publish({ accounts: states.explorer.accounts })
  expect(height()).toBe(before)
})

test('settings are one step away, and so is where to be paid', async () => {
  place = mountState(states.connected)
  await press('Account settings')
  await press('Receive')
  expect(place.sent).toEqual([
    { type: 'show', view: 'AccountSettings' },
    { type: 'show', view: 'WalletReceive' },
  ])
})

test('the other accounts of the wallet are one step away, where it shares some', async () => {
  place = mountState(states.severalAddresses)
  await press('Switch account')
  expect(place.sent).toEqual([{ type: 'show', view: 'SwitchAddress' }])
  place.publish({ accounts: states.connected.accounts })
  expect(page.getByRole('button', { name: 'Switch account' }).elements()).toEqual([])
})

test('a site that has receiving off offers no way there', () => {
  const features = { ...states.connected.features, receive: false }
  place = mountState({ ...states.connected, features })
  expect(place.root.querySelector('.ActionStrip')).toBeNull()
})

test('a name stands over the address', async () => {
  place = mountState(states.named)
  await expect.element(page.getByText('harbour.eth')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: /^Copy address 0xf39F…2266/ }))
    .toBeVisible()
})
