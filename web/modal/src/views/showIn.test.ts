import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createDialog, type Dialog } from '../../../kit/src/Dialog/Dialog'
import { html } from '../../../kit/src/Dialog/draw'
import { createStore, type State } from '../../../shell/src/entry/store'
import { modalBefore } from '../all/state'
import { showIn } from './showIn'

let dialog: Dialog
let host: HTMLElement

afterEach(() => {
  dialog.destroy()
  host.remove()
})

const row = (wallet: string) => {
  const button = html('button', 'ListItem', wallet)
  button.dataset.wallet = wallet
  return button
}

/** An open dialog with a first frame of these rows. */
function open(...rows: string[]) {
  const places = html('div', '', ...rows.map(row))
  dialog = createDialog({ title: 'Connect', closeLabel: 'Close', places, onDismiss() {} })
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
  store.publish('route', { history: ['Connect', 'AllWallets'], forward: true })
  expect(dialog.element.dataset.view).toBe('AllWallets')
  store.publish('failure', { unexpected: { report: '', isUnloaded: false } })
  expect(dialog.element.dataset.view).toBe('Unexpected')
  end()
  store.publish('failure', {})
  expect(dialog.element.dataset.view).toBe('Unexpected')
})
