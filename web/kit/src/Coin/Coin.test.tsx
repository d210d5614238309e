import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Coin } from './Coin.tsx'

let remove = () => {}

afterEach(() => remove())

test.for([
  ['small', 24],
  ['row', 40],
  ['large', 72],
] as const)('%s is %s across, round, and says nothing', ([size, pixels]) => {
  const place = mountPart(<Coin name="Base" size={size} />)
  remove = place.remove
  const coin = place.root.querySelector('.Coin') as HTMLElement
  expect([coin.offsetWidth, coin.offsetHeight]).toEqual([pixels, pixels])
  expect(getComputedStyle(coin).borderRadius).toBe('50%')
  expect(coin.ariaHidden).toBe('true')
})
