import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './WhatIsANetwork.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('two thoughts, and where to read more', async () => {
  place = mountState(states.slides)
  expect(place.root.querySelectorAll('.Explainer h3').length).toBe(2)
  const link = page.getByRole('link', { name: 'Learn more (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})
