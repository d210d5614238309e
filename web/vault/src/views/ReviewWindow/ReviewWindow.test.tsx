import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { bare, payment } from '../../../test/readings.ts'
import { kind, states } from './ReviewWindow.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const mount = (state: Parameters<typeof mountFrame>[0]) => {
  place = mountFrame(state, {}, kind)
}

test('what is to be approved is on its way, was decided, or is over', async () => {
  for (const [name, role, text] of [
    ['loading', 'status', 'Opening the request'],
    ['sending', 'status', 'Telling the site'],
    ['decided', 'status', 'Done'],
    ['over', 'alert', 'the site gave it up, or this window was loaded again. Close it, and go on'],
  ] as const) {
    mount(states[name])
    await expect.element(page.getByRole(role)).toHaveTextContent(text)
    place.remove()
  }
  mount(states.offline)
})

test('where the server is not reached it can be tried again', async () => {
  mount(states.offline)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'retry' }])
})

test('it shows as in a frame that is trusted, and nothing else does', async () => {
  mount({
    screen: { origin: bare.origin, site: 'Shop', review: 'open' },
    approval: { request: 1, reading: { ...bare, ...payment }, isBusy: false, waiting: 0 },
  })
  await expect.element(page.getByRole('region', { name: /shop.example/ })).toBeVisible()
  place.remove()
  mount({ screen: { view: 'EmailLogin', origin: '', site: '', review: 'loading' } })
  await expect.element(page.getByRole('status')).toBeVisible()
})
