import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../gallery/src/mount.tsx'
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

test('in a low window what stands below scrolls along', async () => {
  await page.viewport(320, 256)
  place = mountState(whatIsAWallet.slides)
  const layout = place.root.querySelector('.layout') as HTMLElement
  expect(layout.scrollHeight).toBeGreaterThan(layout.clientHeight)
  expect(body().scrollHeight).toBe(body().clientHeight)
})
