import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { kind, states } from './Refused.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

test('a page that is in no other says so, and asks for nothing', async () => {
  place = mountFrame(states.alone, {}, kind)
  await expect.element(page.getByText('This page is part of others')).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
})

test('in another page nothing shows until that has room for it', () => {
  place = mountFrame(states.alone)
  expect(place.root.querySelector('main')?.childElementCount).toBe(0)
})
