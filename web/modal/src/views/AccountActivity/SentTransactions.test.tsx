import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../../gallery/src/mount.tsx'
import { states } from './AccountActivity.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

test('what was just sent stands first, with what became of it', () => {
  place = mountState(states.sent)
  const told = () =>
    [...place.root.querySelectorAll('section[aria-live] .Entry')].map(
      it => it.querySelector('.note')?.textContent,
    )
  expect(told()).toEqual(['Failed', 'Confirmed', 'Pending'])
  const rows = place.root.querySelectorAll('section[aria-live] li')
  expect(
    [...rows].map(row => row.getAttribute('aria-atomic')),
    'said whole',
  ).toEqual(Array(3).fill('true'))
  expect(place.root.querySelectorAll('h3')[0]?.textContent).toBe('Just sent')
  const { activity } = states.sent
  const [first, ...rest] = activity.sent
  if (!first) throw new Error('nothing was sent')
  const fates = [
    { ...first, isGivenUp: true },
    ...(['repriced', 'cancelled', 'replaced'] as const).map(fate => ({
      ...first,
      hash: fate,
      fate,
      by: '0x07e80000000000000000000000000000000000ff',
    })),
  ]
  place.publish({ activity: { ...activity, sent: [...fates, ...rest] } })
  expect(told().slice(0, 4)).toEqual([
    'Not confirmed yet',
    'Confirmed at another fee',
    'Cancelled',
    'Replaced by another',
  ])
  const second = place.root.querySelectorAll<HTMLAnchorElement>('section[aria-live] .Entry')[1]
  expect(second?.querySelector('.detail')?.textContent).toBe('0x07e8…00ff')
  expect(second?.href).toContain('/tx/0x07e8')
})

test('what was just sent shows where nothing else is known', () => {
  place = mountState(states.sentUnlisted)
  expect(place.root.querySelectorAll('section[aria-live] .Entry')).toHaveLength(3)
})
