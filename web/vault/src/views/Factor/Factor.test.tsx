import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { secret, states } from './Factor.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const press = (name: string) => page.getByRole('button', { name }).click()

test('the code shows, with what it means to have nothing else', async () => {
  place = mountFrame(states.shown)
  place.show('words', secret)
  expect(place.root.querySelectorAll('.SecretWords li')).toHaveLength(24)
  await expect
    .element(page.getByText('nothing but this code brings your wallet back'))
    .toBeVisible()
  await expect
    .element(page.getByText('What the service kept before could still open it.'))
    .toBeVisible()
})

test('it is not used before somebody says that they have it', async () => {
  place = mountFrame(states.shown)
  await expect.element(page.getByRole('button', { name: 'Use this code' })).toBeDisabled()
  await page.getByText('I wrote the words down.').click()
  await press('Use this code')
  expect(place.sent).toEqual([{ type: 'keepCode' }])
})

test('it can be left', async () => {
  place = mountFrame(states.shown)
  await press('Not now')
  expect(place.sent).toEqual([{ type: 'hideWords' }])
})
