import { afterEach, expect, test } from 'vitest'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { WalletIcon } from './WalletIcon.tsx'

let remove = () => {}

afterEach(() => remove())

test.for([
  ['small', 20],
  ['row', 40],
  ['tile', 56],
  ['large', 72],
] as const)('%s is %s square, and says nothing', ([size, pixels]) => {
  const place = mountPart(<WalletIcon name="Harbor" size={size} />)
  remove = place.remove
  const icon = place.root.querySelector('.WalletIcon') as HTMLElement
  expect([icon.offsetWidth, icon.offsetHeight]).toEqual([pixels, pixels])
  expect(icon.ariaHidden).toBe('true')
})
