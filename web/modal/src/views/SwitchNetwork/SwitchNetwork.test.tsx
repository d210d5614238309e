import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './SwitchNetwork.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const said = () => place.root.querySelector('.said > [role]') as HTMLElement
const button = () => place.root.querySelector('.foot button') as HTMLElement

test('waiting: names wallet and network, and the button takes no clicks', async () => {
  place = mountState(states.waiting)
  await expect.element(page.getByRole('dialog', { name: 'Ethereum' })).toBeVisible()
  expect(said().textContent).toContain('It asks whether to switch to Ethereum.')
  button().click()
  expect(button().ariaBusy).toBe('true')
  expect(place.sent).toEqual([])
})

test('declined: said where it was waited, nothing moves, and the button tries again', () => {
  place = mountState(states.waiting)
  const boxes = () =>
    ['.Picture', 'h3', '.foot button', '.view'].map(selector => {
      const { offsetTop, offsetHeight } = place.root.querySelector(selector) as HTMLElement
      return [selector, offsetTop, offsetHeight]
    })
  const waiting = boxes()
  const region = said()
  const pressed = button()
  pressed.focus()
  place.publish({ networks: states.declined.networks })
  expect(boxes()).toEqual(waiting)
  expect(said()).toBe(region)
  expect(region.role).toBe('status')
  expect(region.textContent).toContain('Switch declined')
  expect(place.root.activeElement).toBe(pressed)
  pressed.click()
  expect(place.sent).toEqual([{ type: 'retry' }])
})

test('unsupported: says that the wallet cannot, and leads back to the networks', async () => {
  place = mountState(states.unsupported)
  expect(said().textContent).toContain('Harbor cannot use Ethereum')
  button().click()
  expect(place.sent).toEqual([{ type: 'back' }])
})
