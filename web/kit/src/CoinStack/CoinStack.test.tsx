import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { states } from './CoinStack.story.tsx'

let remove = () => {}

afterEach(() => remove())

test('five lie over each other', () => {
  const place = mountPart(states.five())
  remove = place.remove
  const coins = [...place.root.querySelectorAll('.Picture')].map(it => it.getBoundingClientRect())
  expect(coins.length).toBe(5)
  const gaps = coins.slice(1).map((coin, at) => coin.left - (coins[at]?.left ?? 0))
  expect(gaps).toEqual([18, 18, 18, 18])
})
