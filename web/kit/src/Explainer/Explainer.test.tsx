import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './Explainer.story.tsx'

let remove = () => {}

afterEach(() => remove())

test('each thought is a heading and what it means, in order', () => {
  ;({ remove } = mountPart(states.two()))
  const headings = page.getByRole('heading').elements()
  expect(headings.map(it => it.parentElement?.textContent)).toEqual([
    'A home for what you ownIt keeps, sends and receives your coins, tokens and collectibles.',
    'A way to sign inNo password.',
  ])
})
