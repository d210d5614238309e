import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { fixtures } from '../../generated/fixtures.ts'
import { states } from './Connect.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const rows = () => [...place.root.querySelectorAll<HTMLElement>('[data-wallet]')]

test('lists the wallets in the order of their announcement, and says how many', async () => {
  place = mountState(states.many)
  expect(rows().map(row => row.dataset.wallet)).toEqual(
    states.many.catalog.wallets.map(({ id }) => id),
  )
  const count = states.many.catalog.wallets.length
  await expect.element(page.getByText(`${count} wallets found in this browser`)).toBeInTheDocument()
})

test('a row connects, by pointer and by keyboard', async () => {
  place = mountState(states.one)
  const id = states.one.catalog.wallets[0]?.id
  await page.getByRole('button', { name: 'Harbor Installed' }).click()
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([
    { type: 'connect', wallet: id },
    { type: 'connect', wallet: id },
  ])
})

test('a wallet that announces itself later appears and is announced', async () => {
  place = mountState(states.empty)
  await expect.element(page.getByText('No wallet in this browser yet')).toBeVisible()
  place.publish({ catalog: states.one.catalog })
  await expect.element(page.getByRole('button', { name: 'Harbor Installed' })).toBeVisible()
  await expect.element(page.getByText('1 wallet found in this browser')).toBeInTheDocument()
})

test('without a wallet it says what to do next, without telling anybody', async () => {
  place = mountState(states.empty)
  const link = page.getByRole('link', { name: 'Find a wallet (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('href', 'https://ethereum.org/en/wallets/find-wallet/')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('while it loads it is busy and shows rows', async () => {
  place = mountState(states.loading)
  expect(place.root.querySelector('.Connect')?.ariaBusy).toBe('true')
  expect(place.root.querySelectorAll('.Skeleton.row').length).toBe(3)
})

test('names are text: no markup, no turning around', () => {
  place = mountState(states.names)
  expect(place.root.querySelector('.Connect b, .Connect script')).toBeNull()
  const said = rows().map(row => row.querySelector('.name')?.textContent)
  expect(said[1]).toBe('<b onclick="alert(1)">Bold</b> & <script>alert(1)</script>')
  expect(said[2]).toBe('Harbortellaw ruoy evig')
})

test('icons and tags stand on the gutter', () => {
  place = mountState(states.one)
  const card = place.dialog.element
  const scale = card.getBoundingClientRect().width / card.offsetWidth
  const box = (selector: string) =>
    place.root.querySelector(selector)?.getBoundingClientRect() as DOMRect
  const { left, right } = card.getBoundingClientRect()
  expect((box('.WalletIcon').left - left) / scale).toBeCloseTo(20)
  expect((right - box('.Tag').right) / scale).toBeCloseTo(20)
})

test('many rows scroll under the header', () => {
  place = mountState(states.crowded)
  const body = place.root.querySelector('.body') as HTMLElement
  expect(body.scrollHeight).toBeGreaterThan(body.clientHeight)
  body.scrollTop = 200
  const header = place.root.querySelector('.Header')?.getBoundingClientRect() as DOMRect
  expect(header.top).toBeCloseTo(place.dialog.element.getBoundingClientRect().top)
})

test('close sends close', async () => {
  place = mountState(fixtures['connect.one'])
  await page.getByRole('button', { name: 'Close' }).click()
  expect(place.sent).toEqual([{ type: 'close' }])
})
