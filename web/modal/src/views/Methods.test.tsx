import { afterEach, expect, test } from 'vitest'
import { mountState } from '../../../gallery/src/mount.tsx'
import { states } from './Connect/Connect.story.tsx'

let place: ReturnType<typeof mountState>
afterEach(() => place.remove())

const rows = () => [...place.root.querySelectorAll('[data-wallet]')]
const said = () => place.root.querySelector('.layout > [role="status"]')?.textContent

test('says how many there are only where they show', () => {
  place = mountState(states.collapsed)
  expect([rows(), said()]).toEqual([[], ''])
  place.publish({ catalog: { ...states.all.catalog, methods: ['email'] } })
  expect([rows(), said()]).toEqual([[], ''])
  place.publish({ catalog: states.all.catalog })
  expect(said()).toMatch(/wallets to choose from$/)
})
