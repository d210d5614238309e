import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './AccountNfts.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => {
  place.remove()
  vi.useRealTimers()
})

const cards = () =>
  [...place.root.querySelectorAll('.NftCard')].map(card =>
    ['.name', '.collection', '.Tag'].map(name => card.querySelector(name)?.textContent),
  )

test('each has its name, its collection and, of several alike, how many', () => {
  place = mountState(states.nfts)
  expect(cards()).toEqual([
    ['Lighthouse #12', 'Lighthouses', undefined],
    ['A Very Long Name Of A Very Small Picture #7', 'Tidewater Editions', undefined],
    ['Harbour Passes #1', undefined, '× 25'],
  ])
})

test('two stand side by side', () => {
  place = mountState(states.nfts)
  const [one, two, three] = [...place.root.querySelectorAll<HTMLElement>('.NftCard')]
  expect(one?.getBoundingClientRect().top).toBe(two?.getBoundingClientRect().top)
  expect(one?.offsetWidth).toBe(156)
  expect(three?.getBoundingClientRect().left).toBe(one?.getBoundingClientRect().left)
})

test('while nobody has looked yet nothing is said to be missing', async () => {
  place = mountState(states.first)
  expect(place.root.querySelector('.panel')?.textContent).toBe('')
  expect(place.root.querySelector('.panel [class*="Skeleton"]')).not.toBeNull()
})

test('where the list begins later none are said to have been seen', async () => {
  place = mountState(states.unseen)
  await expect.element(page.getByText(/^No NFTs seen on .* yet$/)).toBeVisible()
})

test('what only lures is not shown, and that it is not is', async () => {
  place = mountState(states.nfts)
  await expect.element(page.getByText('1 NFT is hidden as spam.')).toBeVisible()
})

test('there are more where there are, by a button that says what it does', async () => {
  place = mountState(states.more)
  await page.getByRole('button', { name: 'Load more' }).click()
  expect(place.sent).toEqual([{ type: 'moreNfts' }])
  place.publish(states.adding)
  const busy = page.getByRole('button', { name: 'Loading more' })
  await expect.element(busy).toHaveAttribute('aria-busy', 'true')
})

test('where they did not come that is said over the button, which asks again and stays in place', async () => {
  place = mountState(states.notAdded)
  await expect.element(page.getByText('More NFTs did not load.')).toBeVisible()
  expect(place.root.querySelector('.Toast')).toBeNull()
  const button = place.root.querySelector('.AddMore > button') as HTMLElement
  const before = button.offsetTop
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'moreNfts' }])
  place.publish({ nfts: { ...states.notAdded.nfts, isAdding: true } })
  expect(button.ariaBusy).toBe('true')
  expect(button.textContent).toBe('Loading more')
  expect(place.root.querySelector('.AddMore > [role="alert"]')?.textContent).toBe('')
  expect(button.offsetTop).toBe(before)
})

test('without any, receiving is the next step', async () => {
  place = mountState(states.noNfts)
  await expect.element(page.getByText('No NFTs on Latchkit Dev yet')).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Receive' }).click()
  expect(place.sent).toEqual([{ type: 'show', view: 'WalletReceive' }])
})

test('the skeleton has the shape of the pictures', () => {
  place = mountState(states.reading)
  expect(place.root.querySelectorAll('.Skeleton.cards > span').length).toBe(4)
})

test('what could not be read again stays, with its age', async () => {
  const now = Number(states.stale.nfts.page.atMs) + 4 * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  place = mountState(states.stale)
  expect(cards().length).toBe(3)
  await expect.element(page.getByText('Read 4 min ago.')).toBeVisible()
})

test('where nothing was ever read it says so, and tries again', async () => {
  place = mountState(states.failed)
  await expect.element(page.getByText('NFTs did not load')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'refreshBalance' }])
})
