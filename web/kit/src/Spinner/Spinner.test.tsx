import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { mountPart } from '../../../gallery/src/mount.tsx'
import { Spinner } from './Spinner.tsx'

let remove = () => {}

afterEach(() => remove())

const motion = () => {
  const place = mountPart(<Spinner />)
  remove = place.remove
  return getComputedStyle(place.root.querySelector('.Spinner') as Element).animationName
}

const reducedMotion = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  })

test('turns, or pulses in place where motion is reduced', async () => {
  expect(motion()).toBe('lk-spin')
  remove()
  await reducedMotion('reduce')
  expect(motion()).toBe('lk-pulse')
  await reducedMotion('')
})
