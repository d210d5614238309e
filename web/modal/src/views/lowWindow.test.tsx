import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { finishMotion } from '../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../gallery/src/mount.tsx'
import { account } from '../generated/fixtures/account.ts'
import { connect } from '../generated/fixtures/connect.ts'
import { connecting } from '../generated/fixtures/connecting.ts'
import { downloads } from '../generated/fixtures/downloads.ts'
import { switchActiveChain } from '../generated/fixtures/switchActiveChain.ts'
import { whatIsAWallet } from '../generated/fixtures/whatIsAWallet.ts'
import type { Transaction } from '../generated/Transaction.ts'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const { wallet } = connecting.failed.connect
const named = { ...wallet, name: 'Dev Wallet (wrong-chain)' }
const ofLongName = {
  ...connecting.failed,
  connect: { ...connecting.failed.connect, wallet: named },
}

const body = () => place.root.querySelector('.body') as HTMLElement

test('what stands below scrolls along where it would leave too little room, and keys reach all', async () => {
  await page.viewport(1280, 420)
  place = mountState(downloads.all)
  const foot = place.root.querySelector('.foot') as HTMLElement
  expect(body().contains(foot)).toBe(true)
  const fold = body().getBoundingClientRect().bottom
  const rows = [...body().querySelectorAll('.ListItem')]
  expect(rows.some(row => row.getBoundingClientRect().bottom < fold)).toBe(true)
  const reached = new Set<Element | null>()
  for (let press = 0; press < 12; press += 1) {
    await userEvent.keyboard('{Tab}')
    reached.add(place.root.activeElement)
  }
  for (const part of [...rows, ...foot.querySelectorAll('button, a')])
    expect(reached.has(part), part.textContent ?? '').toBe(true)
  await page.viewport(1280, 700)
  await expect.poll(() => place.root.querySelector('.layout > .foot')).not.toBeNull()
})

test.for([
  [1280, 420],
  [640, 360],
] as const)(
  'in %i × %i what leads to a wallet best is in sight, and a key comes to it first',
  async ([width, height]) => {
    await page.viewport(width, height)
    place = mountState(downloads.all)
    await finishMotion(place.root)
    const steps = [...body().querySelectorAll('.foot .Button')]
    const others = [...body().querySelectorAll('.ListItem')]
    expect([steps.length, others.length]).toEqual([2, 2])
    const bottom = (part: Element) => part.getBoundingClientRect().bottom
    // Nothing of it in the fade, which is as high as what is to come.
    const fade = Math.min(48, body().scrollHeight - body().clientHeight)
    for (const step of steps) expect(bottom(step)).toBeLessThanOrEqual(bottom(body()) - fade)
    expect([...body().querySelectorAll('a, button')]).toEqual([...steps, ...others])
  },
)

test.for([
  ['two ways on', switchActiveChain.sameWallet],
  ['what a wallet said', connecting.failed],
  ['what one of a long name said', ofLongName],
] as const)(
  'in no window does what stands below hide what one decides by: %s',
  async ([, state]) => {
    await page.viewport(1280, 420)
    place = mountState(state)
    const text = () => [...place.root.querySelectorAll('.said :is(h3, p, bdi)')].at(-1) as Element
    const bottom = (part: Element) => part.getBoundingClientRect().bottom
    for (let height = 420; height < 600; height += 12) {
      await page.viewport(1280, height)
      await finishMotion(place.root)
      const isPinned = place.root.querySelector('.layout > .foot') !== null
      const isWhole = bottom(text()) <= bottom(body())
      expect(isWhole || !isPinned, `${height} high`).toBe(true)
    }
    expect(place.root.querySelector('.layout > .foot')).not.toBeNull()
    await page.viewport(1280, 420)
    await expect.poll(() => place.root.querySelector('.layout > .foot')).toBeNull()
    // Nor does it stand in the fade.
    expect(bottom(text())).toBeLessThan(bottom(body()) - 48)
  },
)

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
    await userEvent.keyboard('{End}')
    await expect.poll(() => body().hasAttribute('data-more')).toBe(false)
    await userEvent.keyboard('{Home}')
    expect(body().scrollTop).toBe(0)
    for (let page = 0; page < 9; page += 1) await userEvent.keyboard('{PageDown}')
    await expect.poll(() => body().hasAttribute('data-more')).toBe(false)
    const card = place.dialog.element.getBoundingClientRect()
    expect(foot.getBoundingClientRect().bottom).toBeLessThan(card.bottom)
    expect(place.root.querySelector('.Header')?.getBoundingClientRect().top).toBe(card.top)
    await userEvent.keyboard('{PageUp}')
    await expect.poll(() => body().hasAttribute('data-more')).toBe(true)
  },
)

test('terms that a choice waits for stay in sight in a window 420 high', async () => {
  await page.viewport(1280, 420)
  place = mountState(connect.legal)
  await finishMotion(place.root)
  const terms = place.root.querySelector('.layout > .foot')?.getBoundingClientRect()
  expect(terms?.bottom).toBeLessThanOrEqual(place.dialog.element.getBoundingClientRect().bottom)
})

test('a window that becomes low takes along what stands below', async () => {
  place = mountState(whatIsAWallet.slides)
  const isBelow = () => place.root.querySelector('.layout > .foot') !== null
  expect(isBelow()).toBe(true)
  await page.viewport(800, 390)
  await expect.poll(isBelow).toBe(false)
})

test('the space bar moves what scrolls, but presses a button', async () => {
  await page.viewport(320, 256)
  place = mountState(downloads.all)
  await userEvent.keyboard(' ')
  const { scrollTop } = body()
  expect(scrollTop).toBeGreaterThan(100)
  page.getByRole('button', { name: 'Close' }).element().focus()
  await userEvent.keyboard(' ')
  expect(place.sent).toEqual([{ type: 'dismiss' }])
  expect(body().scrollTop).toBe(scrollTop)
})

test('on a phone on its side a line shows that there is more than the list', async () => {
  await page.viewport(640, 400)
  const { catalog } = connect.recommended
  // A phone shows no code to itself.
  const rows = catalog.rows.filter(({ kind }) => kind !== 'walletConnect')
  place = mountState({ ...connect.recommended, catalog: { ...catalog, rows } })
  await expect.poll(() => body().hasAttribute('data-more')).toBe(true)
  const link = place.root.querySelector('.guide .Link')?.getBoundingClientRect()
  expect((link?.top ?? 999) + 12).toBeLessThan(body().getBoundingClientRect().bottom)
})

test('room that is cut at the foot fades like all else', async () => {
  place = mountState(connect.recommended)
  const guide = () => place.root.querySelector('.guide .Link')?.getBoundingClientRect().bottom
  for (let height = 380; height < 480; height += 4) {
    await page.viewport(1280, height)
    await finishMotion(place.root)
    const cut = body().scrollHeight - body().clientHeight
    expect(body().hasAttribute('data-more'), `${height} high`).toBe(cut > 4)
    if (cut <= 4) expect(body().getBoundingClientRect().bottom - (guide() ?? 0)).toBeGreaterThan(12)
  }
})

test('what stands below stays there, however far a long list is scrolled', async () => {
  const { activity } = account.activity
  const made = activity.page.transactions[0] as Transaction
  const transactions = Array.from({ length: 60 }, (_, at) => ({ ...made, id: `${at}` }))
  const page = { ...activity.page, transactions }
  place = mountState({ ...account.activity, activity: { ...activity, page } })
  const foot = () => place.root.querySelector('.layout > .foot')
  expect(foot()).not.toBeNull()
  await finishMotion(place.root)
  await userEvent.keyboard('{End}')
  await expect.poll(() => body().hasAttribute('data-more')).toBe(false)
  expect(body().scrollTop).toBeGreaterThan(2000)
  expect(foot()).not.toBeNull()
})
