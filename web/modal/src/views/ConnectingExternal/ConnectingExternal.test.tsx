import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { finishMotion } from '../../../../gallery/src/finishMotion.ts'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { connect } from '../../generated/fixtures/connect.ts'
import { connecting } from '../../generated/fixtures/connecting.ts'
import { states } from './ConnectingExternal.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const said = () => place.root.querySelector('.said > [role]') as HTMLElement
const button = () => place.root.querySelector('.foot button') as HTMLElement

test('waiting: says where to look, and the button takes no clicks', async () => {
  place = mountState(states.waiting)
  await expect.element(page.getByRole('heading', { name: 'Approve in Harbor' })).toBeVisible()
  expect(said().role).toBe('status')
  button().click()
  expect(button().ariaBusy).toBe('true')
  expect(place.sent).toEqual([])
})

test.for([
  ['refused', 'Connection declined', 'You declined the request in Harbor.'],
  ['pending', 'A request is already open', 'Open Harbor and answer'],
  ['noAccounts', 'Harbor gave no usable account', 'Choose one'],
  ['chainRefused', 'Harbor is still on Ethereum', 'This site asked for Latchkit Dev.'],
  ['chainRefusedElsewhere', 'Harbor is still on another network', 'asked for Latchkit Dev.'],
  ['chainCannot', 'Harbor is still on Ethereum', 'It did not go to Latchkit Dev.'],
  ['chainUnsupported', 'Harbor cannot use Latchkit Dev', 'does not support'],
  ['noAnswer', 'No answer from Harbor', 'unlocked'],
  ['failed', 'Harbor could not connect', 'The wallet says no.'],
] as const)('%s has a cause and a way on', async ([state, title, cause]) => {
  place = mountState(connecting[state])
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  expect(said().textContent).toContain(cause)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'retry' }])
})

test('one that has an app on phones is asked there where one wants it', async () => {
  place = mountState(states.onPhonesToo)
  await page.getByRole('button', { name: 'Use my phone' }).click()
  expect(place.sent).toEqual([{ type: 'choosePlatform', platform: 'qrcode' }])
})

test.for(['chainRefused', 'chainCannot'] as const)(
  '%s: the network that the wallet is on can be used, and nothing moves',
  async state => {
    place = mountState(states.waiting)
    const boxOf = () => [said().offsetHeight, button().offsetTop, button().offsetHeight]
    const waiting = boxOf()
    place.publish({ connect: connecting[state].connect })
    expect(boxOf()).toEqual(waiting)
    await page.getByRole('button', { name: 'Use Ethereum' }).click()
    expect(place.sent).toEqual([{ type: 'stayOnNetwork' }])
    expect(place.root.querySelectorAll('.foot .primary')).toHaveLength(1)
  },
)

test('one on a network that the site does not have cannot stay there', () => {
  place = mountState(connecting.chainRefusedElsewhere)
  expect(place.root.querySelectorAll('.foot button')).toHaveLength(1)
})

test('from waiting to declined nothing moves, and the focus stays on the button', () => {
  place = mountState(states.waiting)
  const boxes = () =>
    ['.Picture', 'h3', '.foot button', '.view'].map(selector => {
      const { offsetTop, offsetHeight } = place.root.querySelector(selector) as HTMLElement
      return [selector, offsetTop, offsetHeight]
    })
  const waiting = boxes()
  const pressed = button()
  pressed.focus()
  for (const { connect } of [states.slow, states.refused, states.pending, states.noAnswer]) {
    place.publish({ connect })
    expect(boxes()).toEqual(waiting)
    expect(button()).toBe(pressed)
    expect(place.root.activeElement).toBe(pressed)
  }
})

test('a network that the wallet is asked for is named, and nothing moves', () => {
  place = mountState(states.waiting)
  const top = button().offsetTop
  place.publish({ connect: states.switching.connect })
  expect(said().textContent).toContain('It asks whether to switch to Latchkit Dev.')
  expect([button().ariaBusy, button().offsetTop]).toEqual(['true', top])
})

test('what is said may take more room, and gives none back until the view is left', () => {
  place = mountState(states.longName)
  const { wallet } = states.longName.connect
  const top = button().offsetTop
  const twoLines = said().querySelector('h3')?.offsetHeight
  expect(twoLines).toBe(48)
  place.publish({ connect: { ...states.refused.connect, wallet } })
  expect(said().querySelector('h3')?.offsetHeight).toBe(24)
  expect(button().offsetTop).toBe(top)
  place.publish({ connect: { ...states.failed.connect, wallet } })
  const most = button().offsetTop
  expect(most).toBeGreaterThan(top)
  place.publish({ connect: states.waiting.connect })
  expect(button().offsetTop).toBe(most)
})

test('an answer of more words leaves the button where it is: the card grows upwards', async () => {
  place = mountState(states.waiting)
  await finishMotion(place.root)
  const top = () => button().getBoundingClientRect().top
  const card = () => place.dialog.element.getBoundingClientRect()
  const [waiting, { height }] = [top(), card()]
  const { wallet } = states.longName.connect
  place.publish({ connect: { ...states.failed.connect, wallet } })
  await expect.poll(() => card().height).toBeGreaterThan(height + 20)
  await finishMotion(place.root)
  expect(top()).toBeCloseTo(waiting, 0)
  expect(card().top).toBeGreaterThanOrEqual(24)
  // What comes next stands in the middle again.
  place.publish(connect.one)
  await finishMotion(place.root)
  await expect.poll(() => Math.abs(card().top + card().bottom - innerHeight)).toBeLessThan(2)
})

test('a failure is announced in the region that was there', () => {
  place = mountState(states.waiting)
  const region = said()
  place.publish({ connect: states.refused.connect })
  expect(said()).toBe(region)
  expect(region.textContent).toContain('Connection declined')
})

test('back goes back', async () => {
  place = mountState(states.waiting)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(place.sent).toEqual([{ type: 'back' }])
})

test('a long name is short in sentences and whole in the title', async () => {
  place = mountState(states.longName)
  const { name } = states.longName.connect.wallet
  await expect.element(page.getByRole('dialog', { name })).toBeVisible()
  expect(said().textContent).toContain('Approve in The Extraordinarily Long Named…')
  expect(button().textContent).toBe('Waiting…')
  expect(button().offsetHeight).toBe(48)
})
