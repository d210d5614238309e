import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeInstance } from '../../test/fakes'

type Fake = ReturnType<typeof fakeInstance>
const living: Fake[] = []
const start = (more: Parameters<typeof fakeInstance>[0] = {}): Fake => {
  const fake = fakeInstance({ enableEmbedded: true, ...more })
  living.push(fake)
  fake.release()
  return fake
}
const place = (html = '<latchkit-modal></latchkit-modal>') => {
  document.body.innerHTML = html
  return document.body.firstElementChild as HTMLElement
}
const card = (host: HTMLElement) => host.shadowRoot?.querySelector<HTMLElement>('.Embedded')
const shown = (host: HTMLElement) => vi.waitFor(() => expect(card(host)).toBeTruthy())

beforeEach(() => vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => {
  for (const { instance } of living.splice(0)) instance.destroy()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

test('shows in its place, at most 400 px wide, and takes neither the focus nor the page', async () => {
  const host = place()
  const { calls, instance } = start({ themeMode: 'dark' })
  await shown(host)
  expect(card(host)?.textContent).toBe('views')
  expect(card(host)?.role).toBe('region')
  expect(card(host)?.dataset.view).toBe('Connect')
  expect(card(host)?.offsetWidth).toBe(400)
  expect(host.style.colorScheme).toBe('dark')
  expect(document.activeElement).toBe(document.body)
  expect(document.querySelector('dialog')).toBeNull()
  await instance.open()
  expect(document.querySelectorAll('latchkit-modal')).toHaveLength(1)
  expect(calls).toMatchObject({ engine: 1, mounted: 1 })
})

test('narrow places make it narrow', async () => {
  const host = place()
  host.style.inlineSize = '320px'
  start()
  await shown(host)
  expect(card(host)?.offsetWidth).toBe(320)
})

test('what is said for a moment is said within the card', async () => {
  const host = place()
  start()
  await shown(host)
  const root = card(host) as HTMLElement
  root.innerHTML = '<div class="Toast">Link copied</div>'
  expect((root.firstElementChild as HTMLElement).offsetParent).toBe(root)
})

test('closing leads back to the view at rest', async () => {
  const host = place()
  const { engine } = start()
  await shown(host)
  await vi.waitFor(() => expect(engine.sent).toEqual([{ type: 'open' }]))
  engine.publish('route', { history: ['Connect', 'AllWallets'], forward: true })
  expect(card(host)?.dataset.view).toBe('AllWallets')
  engine.bridge.send({ type: 'dismiss' })
  expect(engine.sent.slice(1)).toEqual([{ type: 'dismiss' }, { type: 'open' }])
})

test('a page’s button leads to the card; on the view at rest there is no way out of it', async () => {
  const host = place('<p></p><latchkit-modal></latchkit-modal>')
  const modal = host.nextElementSibling as HTMLElement
  host.style.blockSize = '3000px'
  const { engine, instance } = start()
  await shown(modal)
  const root = card(modal) as HTMLElement
  root.innerHTML = '<div class="Header"><span></span><h2></h2><button>x</button></div>'
  const close = root.querySelector('button') as HTMLElement
  expect(getComputedStyle(close).visibility).toBe('hidden')
  engine.publish('route', { history: ['Connect', 'AllWallets'], forward: true })
  expect(getComputedStyle(close).visibility).toBe('visible')
  expect(root.getBoundingClientRect().top).toBeGreaterThan(innerHeight)
  await instance.open()
  expect(modal.shadowRoot?.activeElement).toBe(root)
  expect(root.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
})

test('a place that comes later shows it, one that goes lets go', async () => {
  const { calls, instance } = start()
  await vi.waitFor(() => expect(calls.views).toBe(1))
  await instance.ready()
  const host = place()
  await shown(host)
  host.remove()
  expect(calls.mounted).toBe(0)
  document.body.append(host)
  expect(calls.mounted).toBe(1)
  instance.destroy()
  expect(calls.mounted).toBe(0)
  expect(card(host)).toBeNull()
})

test('other instances have places of their own, and dialogs stay dialogs', async () => {
  const host = place('<latchkit-modal instance="other"></latchkit-modal>')
  const { calls } = start()
  const other = start({ instance: 'other' })
  await shown(host)
  expect(calls.mounted).toBe(0)
  expect(other.calls.mounted).toBe(1)
  const dialog = start({ enableEmbedded: false, instance: 'third' })
  await dialog.instance.open()
  const element = document.body.lastElementChild as HTMLElement
  expect(element.shadowRoot?.querySelector('dialog')?.open).toBe(true)
  expect(card(element)).toBeNull()
})

test('a view that goes with its focused button leaves the keyboard in the card', async () => {
  const host = place()
  start()
  await shown(host)
  const button = document.createElement('button')
  card(host)?.append(button)
  button.focus()
  button.remove()
  await vi.waitFor(() => expect(host.shadowRoot?.activeElement).toBe(card(host)))
})

test('a view that goes after the focus has left takes it from nobody', async () => {
  const host = place('<latchkit-modal></latchkit-modal><input>')
  start()
  await shown(host)
  const button = document.createElement('button')
  card(host)?.append(button)
  button.focus()
  document.querySelector('input')?.focus()
  await Promise.resolve()
  document.querySelector('input')?.blur()
  button.remove()
  await new Promise(resolve => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})

test('what is kept is in the first place there is, beside the views, and where nobody sees it without one', async () => {
  document.body.replaceChildren()
  const { engine } = start()
  await vi.waitFor(() => expect(engine.keep).toBeDefined())
  const kept = engine.keep?.() as HTMLElement
  kept.append(document.createElement('iframe'))
  const host = place()
  await vi.waitFor(() => expect(card(host)?.contains(kept)).toBe(true))
  expect(card(host)?.querySelector('.view')?.textContent).toBe('views')
  host.remove()
  expect(kept.parentElement).toBe(document.body)
  document.body.append(host)
  expect(card(host)?.contains(kept)).toBe(true)
})
