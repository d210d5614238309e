import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { finishMotion } from '../../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { connect } from '../../generated/fixtures/connect.ts'
import { states } from './AllWallets.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const field = () => page.getByRole('searchbox', { name: 'Search wallets' })
const tiles = () => [...place.root.querySelectorAll<HTMLElement>('.Tile')]
const skeletons = () => place.root.querySelectorAll('.Skeleton.tiles > span').length
const said = () => place.root.querySelector('.layout > [role="status"]')?.textContent
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const searched = (text: string, isCertified = false) => ({ type: 'search', text, isCertified })

test('fifteen skeletons, then the wallets, and how many there are', () => {
  const directory = { ...states.loading.directory, count: 1 }
  place = mountState({ ...states.loading, directory })
  const placeholder = () => (field().element() as HTMLInputElement).placeholder
  expect(placeholder()).toBe('Search wallets')
  expect(skeletons()).toBe(15)
  expect(said()).toBe('Loading wallets')
  place.publish(states.ready)
  expect(placeholder()).toBe('Search 540 wallets')
  expect(skeletons()).toBe(0)
  expect(tiles().map(tile => tile.dataset.wallet)).toEqual(
    states.ready.directory.rows.map(({ id }) => id),
  )
  expect(said()).toBe('540 wallets found')
})

test('a tile connects', () => {
  place = mountState(states.ready)
  tiles()[1]?.click()
  expect(place.sent).toEqual([{ type: 'connect', wallet: states.ready.directory.rows[1]?.id }])
})

test('a search has two characters at least; what goes below that lists all again', async () => {
  place = mountState(states.ready)
  await field().click()
  await userEvent.keyboard('h')
  expect(place.sent).toEqual([])
  await expect.element(page.getByText('One more letter')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(page.getByText('One more letter')).not.toBeInTheDocument()
  await userEvent.keyboard(' ')
  await userEvent.keyboard('r{Backspace}{Backspace}{Backspace}')
  expect(place.sent).toEqual([searched('ha'), searched('ha r'), searched('ha'), searched('')])
})

test('what was searched stands in the field when one comes back to it', async () => {
  place = mountState(states.search)
  await expect.element(field()).toHaveValue(states.search.directory.query)
  await press('Clear')
  expect(place.sent).toEqual([searched('')])
})

test('only certified ones, and back', async () => {
  place = mountState(states.ready)
  await press('Certified')
  place.publish(states.certified)
  await press('Certified')
  expect(place.sent).toEqual([searched('', true), searched('', false)])
})

test('where the operator certifies none there is no such choice', () => {
  const { directory } = states.ready
  place = mountState({ ...states.ready, directory: { ...directory, hasCertified: false } })
  expect(place.root.querySelectorAll('.SearchField button[aria-pressed]').length).toBe(0)
})

test('asks for more when the end comes near; not again while they come, nor where they did not', async () => {
  place = mountState(states.ready)
  const body = place.root.querySelector('.body') as HTMLElement
  const asked = () => place.sent.length
  body.scrollTop = body.scrollHeight
  await expect.poll(() => place.sent).toEqual([{ type: 'moreWallets' }])
  place.publish(states.more)
  expect(skeletons()).toBe(3)
  place.publish(states.ready)
  await new Promise(done => setTimeout(done, 100))
  expect(asked()).toBe(1)
  const { directory } = states.ready
  const rows = [
    ...directory.rows,
    { id: 'last', name: 'Last', providers: [], isDouble: false, isReached: false },
  ]
  place.publish({ directory: { ...directory, rows } })
  await expect.poll(asked).toBe(2)
})

test('nothing found: a code is the way out, where there is one', async () => {
  const rows = connect.all.catalog.rows.filter(({ kind }) => kind === 'walletConnect')
  place = mountState({ ...states.empty, catalog: { ...states.empty.catalog, rows } })
  await press('Show QR code')
  await press('Clear search')
  expect(place.sent).toEqual([{ type: 'connect', wallet: rows[0]?.wallet.id }, searched('')])
})

test('nothing found: what was typed, and the way on', async () => {
  const { catalog } = states.empty
  place = mountState({ ...states.empty, catalog: { ...catalog, rows: [] } })
  const { query } = states.empty.directory
  const title = `No wallet found for “${query}”`
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await press('Clear search')
  expect(place.sent).toEqual([searched('')])
})

test('nothing found among the certified: all can be looked at', async () => {
  const { directory } = states.empty
  place = mountState({ ...states.empty, directory: { ...directory, isCertified: true } })
  await press('Look at all wallets')
  expect(place.sent).toEqual([searched(directory.query)])
})

test('offline, the wallets that came along, and the way to try again', async () => {
  place = mountState(states.offline)
  expect(tiles().length).toBe(states.offline.directory.rows.length)
  await expect.element(page.getByText('This is a short list.')).toBeVisible()
  await press('Try again')
  expect(place.sent).toEqual([searched('')])
})

test('where nothing can be listed it says so, and tries again', async () => {
  place = mountState(states.failed)
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('Wallets did not load')
  await press('Try again')
  expect(place.sent).toEqual([searched('')])
})

test('the dialog keeps its height, whatever is found', () => {
  place = mountState(states.ready)
  const height = () => (place.root.querySelector('.view') as HTMLElement).offsetHeight
  const full = height()
  for (const { directory } of [states.loading, states.search, states.empty, states.failed]) {
    place.publish({ directory })
    expect(height()).toBe(full)
  }
})

test.for([[640, 400] as const, [320, 256] as const])(
  'in a low window, %i × %i, all is reached, and what is scrolled to shows',
  async ([w, h]) => {
    await page.viewport(w, h)
    place = mountState(states.ready)
    const body = place.root.querySelector('.body') as HTMLElement
    await finishMotion(place.root)
    const card = place.dialog.element.getBoundingClientRect()
    body.scrollTop = body.scrollHeight
    await expect.poll(() => place.sent).toEqual([{ type: 'moreWallets' }])
    const last = tiles().at(-1)?.getBoundingClientRect() as DOMRect
    const mid = [last.x + last.width / 2, last.y + last.height / 2] as const
    expect(place.root.elementFromPoint(...mid)?.closest('.Tile')).toBe(tiles().at(-1))
    const seen = body.getBoundingClientRect()
    expect(seen.bottom).toBeLessThanOrEqual(card.bottom)
    expect(last.bottom).toBeLessThanOrEqual(seen.bottom)
    const close = place.root.querySelector('.Header > :last-child')?.getBoundingClientRect()
    expect(close?.top).toBeGreaterThanOrEqual(card.top)
  },
)
