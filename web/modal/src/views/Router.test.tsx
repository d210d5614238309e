import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountState } from '../../../gallery/src/mount.tsx'
import { account } from '../generated/fixtures/account.ts'
import { allWallets } from '../generated/fixtures/allWallets.ts'
import { connect } from '../generated/fixtures/connect.ts'
import { connecting } from '../generated/fixtures/connecting.ts'
import { downloads } from '../generated/fixtures/downloads.ts'
import { failure } from '../generated/fixtures/failure.ts'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const BACK = { history: ['Connect' as const], forward: false }
const motion = () => place.root.querySelector<HTMLElement>('.Router')?.dataset.motion
const name = (title: string) => page.getByRole('dialog', { name: title })

test('shows the last view of the route and goes the way of the route', async () => {
  place = mountState(connect.one)
  await expect.element(name('Connect')).toBeVisible()
  expect(motion()).toBe('none')
  place.publish(connecting.waiting)
  await expect.element(name('Harbor')).toBeVisible()
  expect(motion()).toBe('forward')
  place.publish({ route: BACK })
  await expect.element(name('Connect')).toBeVisible()
  expect(motion()).toBe('back')
})

test('whoever clicks twice presses nothing of the view that has just come', async () => {
  place = mountState(connect.one)
  const view = () => place.root.querySelector('.Router > *') as Element
  const isPressed = () => {
    const { left, top } = view().getBoundingClientRect()
    return view().contains(place.root.elementFromPoint(left + 25, top + 25))
  }
  place.publish(connecting.waiting)
  expect(isPressed()).toBe(false)
  await expect.poll(isPressed).toBe(true)
})

test('a change inside of a view does not move it', () => {
  place = mountState(connecting.waiting)
  place.publish({ connect: connecting.refused.connect })
  expect(motion()).toBe('none')
})

test('keeps the view while the dialog closes, whatever the engine tidies up', async () => {
  place = mountState(connecting.waiting)
  place.publish({
    modal: { open: false, loading: false, shake: false },
    route: { history: ['Connect'], forward: false },
    connect: { step: { type: 'idle' } },
  })
  await expect.element(page.getByRole('heading', { name: 'Approve in Harbor' })).toBeVisible()
  place.publish({ modal: { open: true, loading: false, shake: false } })
  await expect.element(name('Connect')).toBeVisible()
})

test('who comes back finds the list as far down, and the row that led away', async () => {
  place = mountState(allWallets.ready)
  const body = () => place.root.querySelector('.body') as HTMLElement
  const tile = () => [...place.root.querySelectorAll<HTMLElement>('.Tile')][30] as HTMLElement
  const id = tile().dataset.wallet
  tile().focus()
  const { scrollTop } = body()
  expect(scrollTop).toBeGreaterThan(0)
  const { history } = allWallets.ready.route
  place.publish({ ...downloads.all, route: { history: [...history, 'Downloads'], forward: true } })
  expect(body().scrollTop).toBe(0)
  place.publish({ ...allWallets.ready, route: { history, forward: false } })
  expect(body().scrollTop).toBe(scrollTop)
  expect((place.root.activeElement as HTMLElement).dataset.wallet).toBe(id)
  // Forward again it begins at its beginning.
  place.publish({ ...connect.one, route: { history: ['Connect'], forward: false } })
  place.publish(allWallets.ready)
  expect(body().scrollTop).toBe(0)
})

test('who chose before there was a list comes back to the row of the choice', () => {
  place = mountState(connecting.waiting)
  place.publish({
    ...connect.many,
    connect: { step: { type: 'idle' } },
    route: BACK,
  })
  expect(place.root.activeElement).not.toBe(place.dialog.element)
  const { wallet } = connecting.waiting.connect
  expect((place.root.activeElement as HTMLElement).dataset.wallet).toBe(wallet.id)
})

test('a trap is shown over any view, and gone with it', async () => {
  place = mountState(connect.one)
  place.publish({ failure: failure.trapped.failure })
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('Something went wrong')
  place.publish({ failure: {} })
  await expect.element(name('Connect')).toBeVisible()
})

test('the focus stays in the dialog when the pressed row goes', async () => {
  place = mountState(connect.one)
  await page.getByRole('button', { name: 'Harbor Installed' }).click()
  place.publish(connecting.waiting)
  await expect.poll(() => place.root.activeElement).toBe(place.dialog.element)
  await userEvent.tab()
  expect(place.root.activeElement?.getAttribute('aria-label')).toBe('Back')
})

test('toasts are said over the view, errors until they are dismissed', async () => {
  place = mountState({ ...connect.one, toast: account.oneLess.toast })
  await expect.element(page.getByText('Solana disconnected')).toBeVisible()
  place.publish({ toast: {} })
  await expect.element(page.getByText('Solana disconnected')).not.toBeVisible()
  place.publish({ toast: { shown: { kind: 'error', text: 'switchDeclined', count: 2 } } })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(place.sent).toEqual([{ type: 'dismissToast' }])
})

test('a toast lies above the last button, not over it', async () => {
  const shown = { kind: 'error', text: 'switchDeclined', count: 1 } as const
  place = mountState({ ...account.connected, toast: { shown } })
  const box = (selector: string) =>
    place.root.querySelector(selector)?.getBoundingClientRect() as DOMRect
  await expect.poll(() => box('.Toast').bottom).toBeLessThan(box('.foot .Button').top)
})

test('Escape is reported to the owner of the dialog', async () => {
  place = mountState(connect.one)
  await userEvent.keyboard('{Escape}')
  expect(place.dismissed.length).toBe(1)
})
