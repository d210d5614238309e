import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './AccountTokens.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => {
  place.remove()
  vi.useRealTimers()
})

const rows = () =>
  [...place.root.querySelectorAll('.Entry')].map(row =>
    ['.name', '.detail', '.value', '.note'].map(name => row.querySelector(name)?.textContent),
  )

test('each has its name over what one costs, and its worth over how much there is', () => {
  place = mountState(states.tokens)
  expect(rows().slice(0, 2)).toEqual([
    ['Wrapped Bitcoin', 'Price $67,012.40', 'Worth $6,868.77', '0.102 WBTC'],
    ['Ether', 'Price $3,412.55', 'Worth $5,129.57', '1.503 ETH'],
  ])
})

test('what nobody knows the price of has a dash, never a zero, and words for who hears it', () => {
  place = mountState(states.tokens)
  expect(rows()[3]).toEqual([
    'Harbour Governance',
    '–Price unknown',
    '–Value unknown',
    '12,000 HARB',
  ])
})

test('what all of it is worth shows above, cents quieter', () => {
  place = mountState(states.tokens)
  expect(place.root.querySelector('.worth bdi')?.textContent).toBe('$12,818.84')
  const cents = [...place.root.querySelectorAll('.worth small')].map(it => it.textContent)
  expect(cents.join('')).toBe('.84')
})

test('without any, receiving is the next step', async () => {
  place = mountState(states.empty)
  await expect.element(page.getByText('No tokens on Latchkit Dev yet')).toBeVisible()
  await page.getByRole('button', { name: 'Receive funds' }).click()
  expect(place.sent).toEqual([{ type: 'show', view: 'WalletReceive' }])
})

test('what is of another account counts as being read', () => {
  place = mountState(states.tokens)
  place.publish({ tokens: { ...states.tokens.tokens, of: 'eip155:1:0x1' } })
  expect(rows()).toEqual([])
  expect(place.root.querySelectorAll('.Skeleton .entry').length).toBe(4)
  expect(place.root.querySelector('.worth')?.textContent).toContain('10,000')
})

test('what could not be read again stays, with its age and one way to try again', async () => {
  const { atMs } = states.stale.tokens.read
  vi.useFakeTimers({ toFake: ['Date'], now: Number(atMs) + 4 * 60_000 })
  place = mountState(states.stale)
  expect(rows().length).toBe(5)
  await expect.element(page.getByText('Balance is 4 min old.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'refreshBalance' }])
})

test('while it is asked for again the way to do so is busy, and takes no clicks', async () => {
  place = mountState(states.again)
  const busy = page.getByRole('button', { name: 'Trying again' })
  await expect.element(busy).toHaveAttribute('aria-busy', 'true')
  expect(place.root.querySelector('.Banner .Spinner')).not.toBeNull()
  ;(busy.element() as HTMLElement).click()
  expect(place.sent).toEqual([])
})

test('a sum that leaves something out says so: what has no price, or could not be read', () => {
  place = mountState(states.tokens)
  const worth = () => place.root.querySelector('.worth')?.textContent
  expect(worth()).toBe('Worth $12,818.84 at least')
  place.publish(states.priced)
  expect(worth()).toBe('Worth $12,818.84')
  const { tokens } = states.priced
  place.publish({ tokens: { ...tokens, read: { ...tokens.read, isWhole: false } } })
  expect(worth()).toBe('Worth $12,818.84 at least')
})

test('where nothing was ever read it says so, and tries again', async () => {
  place = mountState(states.failed)
  await expect.element(page.getByText('Tokens did not load')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'refreshBalance' }])
})

test('where some could not be read it says so, below the rest', async () => {
  place = mountState(states.partial)
  expect(rows().length).toBe(5)
  await expect.element(page.getByText('Some tokens could not be read just now.')).toBeVisible()
})

test('where nobody knows it says so, of the network', async () => {
  place = mountState(states.unknown)
  await expect.element(page.getByText(/^Tokens cannot be listed on/)).toBeVisible()
})
