import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { states } from './Working.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

test('says that the wallet is being opened', async () => {
  place = mountFrame(states.opening)
  await expect.element(page.getByRole('status')).toHaveTextContent('Opening your wallet')
})

test('where it did not open, says why, and tries again', async () => {
  place = mountFrame(states.offline)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(place.sent).toEqual([{ type: 'retry' }])
})
