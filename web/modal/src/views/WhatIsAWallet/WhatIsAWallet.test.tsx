import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './WhatIsAWallet.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('three thoughts, and the way to a wallet', async () => {
  place = mountState(states.slides)
  expect(place.root.querySelectorAll('.Explainer h3').length).toBe(3)
  await page.getByRole('button', { name: 'Get a wallet' }).click()
  expect(place.sent).toEqual([{ type: 'show', view: 'GetWallet' }])
})
