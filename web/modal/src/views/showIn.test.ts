import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createDialog, type Dialog } from '../../../kit/src/Dialog/Dialog'
import { html, skeletonRows } from '../../../kit/src/Dialog/draw'
import { entryCss } from '../../../kit/src/styles/entryCss'
import viewSkeleton from '../../../kit/src/styles/viewSkeleton.css?inline'
import { createStore, type State } from '../../../shell/src/entry/store'
import { modalBefore } from '../all/state'
import type { View } from '../generated/View'
import { showIn } from './showIn'

let dialog: Dialog
let host: HTMLElement

afterEach(() => {
  dialog.destroy()
  host.remove()
  go('Connect')
})

const go = (...history: View[]) => store.publish('route', { history, forward: true })

const row = (wallet: string) => {
  const button = html('button', 'ListItem', wallet)
  button.dataset.wallet = wallet
  return button
}

/** An open dialog with a first frame of these rows. */
function open(...rows: string[]) {
  const places = html('div', '', ...rows.map(row))
  dialog = createDialog({
    title: 'Connect',
    closeLabel: 'Close',
    places,
    element: html('dialog', 'Dialog'),
    onDismiss() {},
  })
  host = html('div')
  host.attachShadow({ mode: 'open' }).append(dialog.element)
  document.body.append(host)
  dialog.open()
}

const store = createStore(
  {
    modal: modalBefore(true),
    route: { history: ['Connect'], forward: true },
    failure: {},
  } as State,
  () => {},
)

/** The view: a way to close, and the same rows in another order. */
const mount = (view: Element) => {
  const close = html('button')
  close.ariaLabel = 'Close'
  view.replaceChildren(row('b.b'), row('a.a'), close, html('button'), html('button'))
  return () => {}
}

const focused = () => host.shadowRoot?.activeElement as HTMLElement

test('whoever was on a row is on it in the view', () => {
  open('a.a', 'b.b')
  dialog.view.querySelector<HTMLElement>('[data-wallet="b.b"]')?.focus()
  showIn(dialog, store, mount)
  expect(focused().dataset.wallet).toBe('b.b')
})

test('and whoever was on the way out', async () => {
  open()
  await userEvent.tab()
  expect(focused().ariaLabel).toBe('Close')
  showIn(dialog, store, mount)
  expect([focused().ariaLabel, focused().isConnected]).toEqual(['Close', true])
})

test('whoever was nowhere, or on a row that is not there any more, is in the dialog', async () => {
  open('c.c')
  showIn(dialog, store, mount)
  expect(focused()).toBe(dialog.element)
  dialog.destroy()
  host.remove()
  open('c.c')
  dialog.view.querySelector<HTMLElement>('[data-wallet="c.c"]')?.focus()
  showIn(dialog, store, mount)
  await expect.poll(focused).toBe(dialog.element)
})

test('a button that nothing names is taken for no other', async () => {
  open()
  const nameless = html('button')
  dialog.view.append(nameless)
  nameless.focus()
  expect(focused()).toBe(nameless)
  showIn(dialog, store, mount)
  await expect.poll(focused).toBe(dialog.element)
})

test('the card says which view it shows, until the views are taken away', () => {
  open()
  const end = showIn(dialog, store, mount)
  expect(dialog.element.dataset.view).toBe('Connect')
  go('Connect', 'AllWallets')
  expect(dialog.element.dataset.view).toBe('AllWallets')
  store.publish('failure', { unexpected: { report: '', isUnloaded: false } })
  expect(dialog.element.dataset.view).toBe('Unexpected')
  end()
  store.publish('failure', {})
  expect(dialog.element.dataset.view).toBe('Unexpected')
})

/** What plays on the places of the views: that they wait a moment before they appear. */
function waits() {
  const place = html('div', 'Skeleton late')
  dialog.view.replaceChildren(place)
  return getComputedStyle(place).animationName === 'lk-appear'
}

function openWithPlaces() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(entryCss + viewSkeleton)
  open()
  host.shadowRoot?.adoptedStyleSheets.push(sheet)
  dialog.view.append(...skeletonRows(2))
}

test('places that were seen stay until another view shows', async () => {
  openWithPlaces()
  const [pulse] = dialog.view.getAnimations({ subtree: true })
  await pulse?.ready
  showIn(dialog, store, mount)
  expect(waits()).toBe(false)
  go('Connect', 'AllWallets')
  expect(waits()).toBe(true)
  go('Connect')
  expect(waits()).toBe(true)
})

test('where all is there at once, places that follow wait: what is quick does not flash', () => {
  openWithPlaces()
  showIn(dialog, store, mount)
  expect(waits()).toBe(true)
})
