import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../gallery/src/mount.tsx'
import { account } from '../generated/fixtures/account.ts'
import { allWallets } from '../generated/fixtures/allWallets.ts'
import { connect } from '../generated/fixtures/connect.ts'
import { whatIsAWallet } from '../generated/fixtures/whatIsAWallet.ts'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const body = () => place.root.querySelector('.body') as HTMLElement

test('says while there is more below, and no longer at the end', async () => {
  place = mountState(connect.crowded)
  await expect.poll(() => body().hasAttribute('data-more')).toBe(true)
  body().scrollTop = body().scrollHeight
  await expect.poll(() => body().hasAttribute('data-more')).toBe(false)
  place.publish({ catalog: connect.one.catalog })
  expect(place.root.querySelectorAll('[data-wallet]').length).toBe(2)
  expect(body().hasAttribute('data-more')).toBe(false)
})

test('no row is cut through its icon without saying that there is more', async () => {
  place = mountState(account.tokens)
  const isCut = () => {
    const fold = body().getBoundingClientRect().bottom
    const icons = [...body().querySelectorAll('.ListItem > :first-child')]
    return icons.some(icon => icon.getBoundingClientRect().bottom > fold)
  }
  let cut = 0
  for (let height = 500; height < 660; height += 4) {
    await page.viewport(1280, height)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    if (!isCut()) continue
    cut += 1
    expect(body().hasAttribute('data-more'), `${height} high`).toBe(true)
  }
  expect(cut).toBeGreaterThan(0)
})

test('a long list leaves what stands below where it is', async () => {
  await page.viewport(1280, 560)
  place = mountState(connect.crowded)
  expect(place.root.querySelector('.layout > .foot')).not.toBeNull()
})

test.for(['one', 'all', 'legal', 'recommended'] as const)(
  'where all fits nothing scrolls: %s',
  name => {
    place = mountState(connect[name])
    expect(body().scrollHeight - body().clientHeight).toBe(0)
  },
)

test('a row that keys lead to stands clear of the fade at the foot', async () => {
  place = mountState(connect.crowded)
  await expect.poll(() => body().hasAttribute('data-more')).toBe(true)
  const row = place.root.querySelectorAll('[data-wallet]')[10] as HTMLElement
  row.focus()
  const { bottom } = row.getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(body().getBoundingClientRect().bottom - 48)
})

test('rows stand where they stood before the scrollbar came', async () => {
  place = mountState(connect.one)
  const end = () => place.root.querySelector('.Tag')?.getBoundingClientRect().right
  const before = end()
  body().style.overflowY = 'scroll'
  body().style.setProperty('scrollbar-gutter', 'stable')
  expect(end()).toBe(before)
})

test('with nothing in it that takes the focus it takes it, under the view’s title', async () => {
  await page.viewport(640, 440)
  place = mountState(whatIsAWallet.slides)
  const region = page.getByRole('group', { name: 'What is a wallet?' })
  await expect.element(region).toBeInTheDocument()
  ;(region.element() as HTMLElement).focus()
  await userEvent.keyboard('{PageDown}')
  await expect.poll(() => body().scrollTop).toBeGreaterThan(0)
  await page.viewport(640, 900)
  await expect.element(region).not.toBeInTheDocument()
  expect(body().hasAttribute('tabindex')).toBe(false)
})

test('keys of a text field stay its own', async () => {
  await page.viewport(640, 400)
  place = mountState(allWallets.ready)
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(body().scrollTop).toBe(0)
})
