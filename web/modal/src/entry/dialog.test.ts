import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { wasmIsForbidden } from '../../../shell/src/all/wasmIsForbidden'
import { element, fakeInstances, isGone, settled } from '../../test/fakeInstances'
import { address, store } from '../../test/fakes'

const start = fakeInstances()
const dialog = () => element()?.shadowRoot?.querySelector('dialog')

test('open paints the dialog in the same turn; the view comes when all is there', async () => {
  const { calls, engine, instance, release } = start()
  const opened = instance.open()
  expect(dialog()?.open).toBe(true)
  expect(dialog()?.querySelectorAll('.Skeleton.row')).toHaveLength(6)
  expect(document.body.lastElementChild).toBe(element())
  expect(instance.getState()).toMatchObject({ open: true, loading: true })
  expect(calls.mounted).toBe(0)
  release()
  await opened
  expect(engine.sent).toEqual([{ type: 'open' }])
  expect(calls.mounted).toBe(1)
  expect(dialog()?.dataset.view).toBe('Connect')
  engine.publish('route', { history: ['Connect', 'ConnectingExternal'], forward: true })
  await Promise.resolve()
  expect(dialog()?.dataset.view).toBe('ConnectingExternal')
})

const announced = ['a.a', 'b.b'].map(id => ({ rdns: id, name: id, uuid: id }))

const row = (id: string) =>
  element()?.shadowRoot?.querySelector<HTMLButtonElement>(`[data-wallet="${id}"]`)

test('a wallet of the first frame is asked for as soon as the engine is there, the last that was chosen', async () => {
  const { engine, instance, release } = start({}, undefined, false, announced)
  const opened = instance.open()
  row('a.a')?.click()
  row('b.b')?.click()
  expect([row('a.a')?.ariaBusy, row('b.b')?.ariaBusy]).toEqual([null, 'true'])
  expect(instance.store.get().taken).toEqual({ type: 'connect', wallet: 'b.b' })
  release()
  await opened
  expect(engine.sent).toEqual([
    { type: 'open' },
    { type: 'connect', wallet: 'a.a' },
    { type: 'connect', wallet: 'b.b' },
  ])
  instance.close()
  await instance.open()
  expect(instance.store.get().taken).toEqual({})
})

test('a wallet that was chosen before a file failed is asked for when trying again works', async () => {
  const { engine, fail, instance, release } = start({}, undefined, true, announced)
  const opened = instance.open()
  row('b.b')?.click()
  await opened
  fail(false)
  release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(engine.sent).toHaveLength(2))
  expect(engine.sent).toEqual([{ type: 'open' }, { type: 'connect', wallet: 'b.b' }])
  expect(instance.store.get().taken).toEqual({ type: 'connect', wallet: 'b.b' })
})

test('who is coming back sees at first whose account it is', async () => {
  store()
  const { instance } = start()
  instance.open().catch(() => undefined)
  expect(dialog()?.querySelector('.whose')?.textContent).toBe('0x71C7…976F')
  expect(dialog()?.querySelector('.whose .Avatar')).not.toBeNull()
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Account')
  instance.close()
  await settled()
  instance.open({ view: 'Connect' }).catch(() => undefined)
  expect(dialog()?.querySelector('.whose')).toBeNull()
})

test('the dialog says its language, the host’s words, then the views; it reads as those from the first frame on', async () => {
  document.documentElement.dir = 'rtl'
  const { instance, release } = start({ locale: 'ar', texts: { dialogTitle: 'اتصال' } })
  const opened = instance.open()
  expect(dialog()?.querySelector('h2')?.textContent).toBe('اتصال')
  expect(element()).toMatchObject({ lang: 'ar', dir: 'ltr' })
  release()
  await opened
  expect(element()).toMatchObject({ lang: 'en', dir: 'ltr' })
  document.documentElement.dir = ''
})

test('opened again with everything loaded it shows no skeleton', async () => {
  const { engine, instance, load } = start()
  await load()
  instance.close()
  await instance.open()
  instance.close()
  await isGone()
  const opened = instance.open({ view: 'Account', namespace: 'eip155' })
  expect(dialog()?.textContent).toContain('views')
  await opened
  expect(engine.sent.at(-1)).toEqual({ type: 'open', view: 'Account', namespace: 'eip155' })
})

test("a pairing of the host's own is shown once the engine is there", async () => {
  const { engine, instance, release } = start()
  const opened = instance.open({ uri: 'wc:5d@2' })
  release()
  await opened
  expect(engine.sent).toEqual([{ type: 'open' }, { type: 'showUri', uri: 'wc:5d@2' }])
})

test('closed before the engine is there, it stays closed', async () => {
  const { calls, engine, instance, release } = start()
  const opened = instance.open()
  instance.close()
  expect(instance.isOpen()).toBe(false)
  release()
  await opened
  await isGone()
  expect(engine.sent).toEqual([{ type: 'open' }, { type: 'close' }])
  expect(calls.mounted).toBe(0)
})

test('Escape and the close button are the person’s; the host’s close is another', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  await userEvent.keyboard('{Escape}')
  expect(engine.sent.at(-1)).toEqual({ type: 'dismiss' })
  expect(instance.isOpen()).toBe(false)
  await instance.open()
  instance.close()
  expect(engine.sent.at(-1)).toEqual({ type: 'close' })
})

test('a dialog that has to stay shakes and stays, however often it is dismissed', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  engine.onDismiss = () => engine.publish('modal', { open: true, loading: false, shake: true })
  for (let press = 0; press < 3; press++) {
    await userEvent.keyboard('{Escape}')
    expect(dialog()?.open).toBe(true)
  }
  expect(dialog()?.hasAttribute('data-shake')).toBe(true)
  // What browsers do at a second close request in a row.
  dialog()?.close()
  await vi.waitFor(() => expect(dialog()?.open).toBe(true))
  expect(dialog()?.matches(':modal')).toBe(true)
  expect(engine.sent.at(-1)).toEqual({ type: 'dismiss' })
})

test('dismissed before the engine is there, it closes', async () => {
  const { instance, release } = start()
  const opened = instance.open()
  await userEvent.keyboard('{Escape}')
  expect(instance.isOpen()).toBe(false)
  release()
  await opened
})

test('a host that asks for accounts before the engine is there sees the dialog at once', async () => {
  const { engine, instance, release } = start()
  engine.answer = async () => [address]
  const asked = instance.getProvider()?.request({ method: 'eth_requestAccounts' })
  await Promise.resolve()
  await Promise.resolve()
  expect(dialog()?.open).toBe(true)
  release()
  expect(await asked).toEqual([address])
  await isGone()
})

test('a part that does not load: said in the dialog, with a way on', async () => {
  const { calls, fail, instance, release } = start()
  release()
  fail(true)
  await instance.open()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This did not load')
  expect(console.error).toHaveBeenCalled()
  fail(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(calls.mounted).toBe(1))
  await vi.waitFor(() => expect(instance.isOpen()).toBe(true))
})

test('a policy that keeps it out is named', async () => {
  const { fail, instance, release } = start()
  release()
  fail(true, Object.assign(new Error('in words of its own'), { code: wasmIsForbidden }))
  await instance.open()
  await expect.element(page.getByRole('alert')).toHaveTextContent("must allow 'wasm-unsafe-eval'")
})

test('a trap shows the report, and opening again takes it away', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  engine.publish('failure', { unexpected: { report: 'unreachable', isUnloaded: false } })
  await Promise.resolve()
  expect(dialog()?.dataset.view).toBe('Unexpected')
  const told = { type: 'trapped', errorType: 'TypeError', errorMessage: '' }
  expect(engine.page?.greet({ thrown: new TypeError('a secret') })).toEqual([
    { type: 'open' },
    { ...told, stackTrace: expect.stringContaining('dialog.test') },
  ])
  instance.store.send({ type: 'open' })
  await Promise.resolve()
  expect(instance.store.get().failure).toEqual({})
  expect(dialog()?.dataset.view).toBe('Connect')
})

test('shake shakes', async () => {
  const { engine, instance, load } = start()
  await load()
  await instance.open()
  engine.publish('modal', { open: true, loading: false, shake: true })
  await Promise.resolve()
  expect(dialog()?.hasAttribute('data-shake')).toBe(true)
})

test('a host’s focus trap and shortcuts hear nothing of the dialog', async () => {
  const heard = vi.fn()
  for (const name of ['focusin', 'keydown', 'pointerdown']) document.addEventListener(name, heard)
  const { instance, load } = start()
  await load()
  await instance.open()
  heard.mockClear()
  await userEvent.keyboard('a')
  await userEvent.tab()
  expect(heard).not.toHaveBeenCalled()
  for (const name of ['focusin', 'keydown', 'pointerdown'])
    document.removeEventListener(name, heard)
})

test('whoever comes near and clicks before the views are there loads them once', async () => {
  const { calls, instance, release } = start()
  instance.warmUp()
  const opened = instance.open()
  release()
  await opened
  expect(calls.views).toBe(1)
})

/** Loads in what is kept; returns how often it has. */
function kept(engine: ReturnType<typeof start>['engine']) {
  const card = engine.keep?.() as HTMLElement
  const frame = document.createElement('iframe')
  const loads = { count: 0 }
  frame.addEventListener('load', () => loads.count++)
  card.append(frame)
  return { card, frame, loads }
}

test('what is kept stays in the dialog, opened and closed again and again, and never loads anew', async () => {
  const { calls, engine, instance, load } = start()
  await load()
  await instance.open()
  const { card, frame, loads } = kept(engine)
  expect(card).toBe(dialog())
  await vi.waitFor(() => expect(loads.count).toBe(1))
  for (const view of ['Connect', 'Account'] as const) {
    instance.close()
    await expect.poll(() => calls.mounted).toBe(0)
    expect([dialog(), dialog()?.open]).toEqual([card, false])
    expect(card.querySelector('.view')).toBeNull()
    expect(getComputedStyle(card).display).toBe('none')
    await instance.open({ view })
    expect([dialog(), dialog()?.matches(':modal'), calls.mounted]).toEqual([card, true, 1])
    expect(card.lastElementChild?.previousElementSibling).toBe(frame)
    expect(document.querySelectorAll('latchkit-modal')).toHaveLength(1)
  }
  // Opened anew while it still goes.
  instance.close()
  await Promise.resolve()
  await instance.open()
  expect(card.querySelectorAll('.view')).toHaveLength(1)
  await settled()
  expect([dialog()?.open, calls.mounted, loads.count]).toEqual([true, 1, 1])
})

test('it may be kept before any dialog was opened, and goes with the instance', async () => {
  const { engine, instance, load } = start()
  await load()
  const { card, loads } = kept(engine)
  expect([dialog(), dialog()?.open]).toEqual([card, false])
  expect(element()?.getBoundingClientRect().height).toBe(0)
  await vi.waitFor(() => expect(loads.count).toBe(1))
  await instance.open()
  expect([dialog(), dialog()?.open, loads.count]).toEqual([card, true, 1])
  instance.destroy()
  await isGone()
  expect(getComputedStyle(document.documentElement).overflow).toBe('visible')
})
