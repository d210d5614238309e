import { afterEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { finishMotion } from '../../../gallery/src/finishMotion'
import { createStore } from '../../../shell/src/entry/store'
import { options } from '../../test/fakes'
import { initialState } from '../all/state'
import { entrySheet } from '../entry/sheet'
import { tellRequests } from './notice'

let stop = () => {}

afterEach(() => stop())

function start() {
  const store = createStore(initialState(options()), () => {})
  stop = tellRequests(store, entrySheet)
  return store
}

const shown = () => document.querySelector<HTMLElement>('latchkit-notice')
const line = () => shown()?.shadowRoot?.querySelector('.Notice')
const button = () => shown()?.shadowRoot?.querySelector('button')
const status = page.getByRole('status')

test('a wallet on another device that waits is named while the dialog is closed, until it answered', async () => {
  const store = start()
  expect(shown()).toBeNull()
  store.publish('toast', { awaited: { wallet: 'Marlin', number: 1 } })
  await expect.element(status).toHaveTextContent('Approve in Marlin')
  const open = { open: true, loading: false, shake: false }
  store.publish('modal', open)
  expect(shown()).toBeNull()
  store.publish('modal', { ...open, open: false })
  await expect.element(status).toBeVisible()
  store.publish('toast', {})
  expect(shown()).toBeNull()
})

test('whoever dismisses it hears of the next request', async () => {
  const store = start()
  store.publish('toast', { awaited: { wallet: 'Marlin', number: 1 } })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(shown()).toBeNull()
  store.publish('theme', { themeMode: 'dark', themeVariables: {} })
  expect(shown()).toBeNull()
  store.publish('toast', { awaited: { wallet: 'Marlin', number: 2 } })
  await expect.element(status).toHaveTextContent('Approve in Marlin')
  expect(shown()?.style.colorScheme).toBe('dark')
})

test('what was dismissed does not come back when a later request is answered first', async () => {
  const store = start()
  const asks = (number: number) => {
    store.publish('toast', { awaited: { wallet: 'Marlin', number } })
    return expect.element(status).toHaveTextContent('Approve in Marlin')
  }
  const dismiss = () => page.getByRole('button', { name: 'Dismiss' }).click()
  for (const number of [1, 2]) {
    await asks(number)
    await dismiss()
  }
  store.publish('toast', { awaited: { wallet: 'Marlin', number: 1 } })
  expect(shown()).toBeNull()
  store.publish('toast', {})
  // An engine that starts over counts from one again.
  await asks(1)
})

test('its button is hit 6 px beside it, as others that are a drawing', async () => {
  await page.viewport(800, 640)
  const store = start()
  store.publish('toast', { awaited: { wallet: 'Marlin', number: 1 } })
  await expect.element(status).toBeVisible()
  await finishMotion(shown()?.shadowRoot as ShadowRoot)
  const { top = 0, right = 0 } = button()?.getBoundingClientRect() ?? {}
  const hit = (x: number, y: number) => shown()?.shadowRoot?.elementFromPoint(x, y)
  expect(hit(right - 16, top - 5)).toBe(button())
  expect(hit(right + 5, top + 16)).toBe(button())
})

test('that it goes on is drawn in forced colours, too', async () => {
  const emulate = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  await emulate('active')
  const store = start()
  store.publish('toast', { awaited: { wallet: 'Marlin', number: 1 } })
  await expect.element(status).toBeVisible()
  const spinner = line()?.querySelector('.Spinner') as Element
  expect(getComputedStyle(spinner).forcedColorAdjust).toBe('none')
  await emulate('')
})

test('it goes with its instance, and takes no focus', async () => {
  const store = start()
  const before = document.activeElement
  store.publish('toast', { awaited: { wallet: 'Marlin', number: 1 } })
  await expect.element(status).toBeVisible()
  expect(document.activeElement).toBe(before)
  stop()
  expect(shown()).toBeNull()
})

test.for([
  [1280, 'light'],
  [1280, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const)('at %i px, %s, it stands whole at the foot of the page', async ([width, themeMode]) => {
  await page.viewport(width, 640)
  const store = start()
  store.publish('theme', { themeMode, themeVariables: {} })
  store.publish('toast', {
    awaited: { wallet: 'The Extraordinarily Long Wallet of Everybody', number: 1 },
  })
  await expect.element(status).toBeVisible()
  const { left = 0, right = 0 } = line()?.getBoundingClientRect() ?? {}
  expect(left).toBeGreaterThanOrEqual(12)
  expect(Math.abs(left + right - width)).toBeLessThanOrEqual(1)
  await expect.poll(() => line()?.getBoundingClientRect().bottom).toBe(640 - 24)
  await page.screenshot({ path: `../../../../target/pictures/Notice.${width}.${themeMode}.png` })
})
