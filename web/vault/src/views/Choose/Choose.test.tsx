import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './Choose.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const way = (name: string) => page.getByRole('button', { name })

test('each way is chosen by its row', async () => {
  place = mountFrame(states.any)
  for (const name of ['Signing in', 'A passkey', 'A recovery code']) await way(name).click()
  expect(place.sent).toEqual([
    { type: 'chooseSignIn' },
    { type: 'submitPasskey' },
    { type: 'chooseCode' },
  ])
})

test('where signing in is not enough it is not offered', async () => {
  place = mountFrame(states.own)
  await expect.element(way('A passkey')).toBeVisible()
  expect(way('Signing in').query()).toBeNull()
})

test('nothing is chosen while something is under way', async () => {
  place = mountFrame(states.busy)
  await way('A passkey').click({ force: true })
  expect(place.sent).toEqual([])
})
