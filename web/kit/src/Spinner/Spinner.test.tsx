import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Spinner } from './Spinner.tsx'

let remove = () => {}

afterEach(() => remove())

const look = () => {
  const place = mountPart(<Spinner />)
  remove = place.remove
  return getComputedStyle(place.root.querySelector('.Spinner') as Element)
}
const motion = () => look().animationName

const emulate = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] })
const reducedMotion = (value: string) => emulate('prefers-reduced-motion', value)

test('turns, or pulses in place where motion is reduced', async () => {
  expect(motion()).toBe('lk-spin')
  remove()
  await reducedMotion('reduce')
  expect(motion()).toBe('lk-pulse')
  await reducedMotion('')
})

test('is drawn in forced colours, which drop gradients', async () => {
  await emulate('forced-colors', 'active')
  expect(look().forcedColorAdjust).toBe('none')
  expect(look().backgroundImage).toContain('conic-gradient')
  await emulate('forced-colors', '')
})
