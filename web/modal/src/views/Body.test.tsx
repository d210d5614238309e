import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { finishMotion } from '../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../gallery/src/mount.tsx'
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
  expect(place.root.querySelectorAll('[data-wallet]').length).toBe(1)
  expect(body().hasAttribute('data-more')).toBe(false)
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

test.for([[640, 400] as const, [320, 256] as const])(
  'in a low window, %i × %i, what stands below scrolls along, and keys move it',
  async ([w, h]) => {
    await page.viewport(w, h)
    place = mountState(whatIsAWallet.slides)
    const foot = place.root.querySelector('.foot') as HTMLElement
    expect(body().contains(foot)).toBe(true)
    await finishMotion(place.root)
    await expect.poll(() => body().hasAttribute('data-more')).toBe(true)
    expect(place.root.activeElement).toBe(place.dialog.element)
    await userEvent.keyboard('{ArrowDown}')
    expect(body().scrollTop).toBeGreaterThan(0)
    for (let page = 0; page < 9; page += 1) await userEvent.keyboard('{PageDown}')
    await expect.poll(() => body().hasAttribute('data-more')).toBe(false)
    const card = place.dialog.element.getBoundingClientRect()
    expect(foot.getBoundingClientRect().bottom).toBeLessThan(card.bottom)
    expect(place.root.querySelector('.Header')?.getBoundingClientRect().top).toBe(card.top)
    await userEvent.keyboard('{PageUp}')
    await expect.poll(() => body().hasAttribute('data-more')).toBe(true)
  },
)

test('a window that becomes low takes along what stands below', async () => {
  place = mountState(whatIsAWallet.slides)
  const isBelow = () => place.root.querySelector('.layout > .foot') !== null
  expect(isBelow()).toBe(true)
  await page.viewport(800, 390)
  await expect.poll(isBelow).toBe(false)
})

test('keys of a text field stay its own', async () => {
  await page.viewport(640, 400)
  place = mountState(allWallets.ready)
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(body().scrollTop).toBe(0)
})
