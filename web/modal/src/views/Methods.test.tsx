import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountState } from '../../../gallery/src/mount.tsx'
import { states } from './Connect/Connect.story.tsx'

let place: ReturnType<typeof mountState>

beforeEach(() => page.viewport(800, 700))
afterEach(() => place.remove())

const rows = () => [...place.root.querySelectorAll<HTMLElement>('[data-wallet]')]
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('says how many there are only where they show', () => {
  const said = () => place.root.querySelector('.layout > [role="status"]')?.textContent
  place = mountState(states.collapsed)
  expect([rows(), said()]).toEqual([[], ''])
  place.publish({ catalog: { ...states.all.catalog, methods: ['email'] } })
  expect([rows(), said()]).toEqual([[], ''])
  place.publish({ catalog: states.all.catalog })
  expect(said()).toMatch(/wallets to choose from$/)
})

test('until the box is ticked no wallet can be pressed, and what shows of that is said', async () => {
  const said = () => place.root.querySelector('.Methods > .first[role="status"]')?.textContent
  place = mountState(states.legal)
  const first = rows()[0] as HTMLButtonElement
  expect(said()).toBe('Agree below before you choose a wallet.')
  expect(page.getByText('Agree below').elements()).toHaveLength(1)
  await expect.element(button(/All wallets/)).toBeDisabled()
  first.click()
  expect(place.sent).toEqual([])
  await page.getByRole('checkbox', { name: /^I agree to the Terms/ }).click()
  expect(place.sent).toEqual([{ type: 'acceptTerms', isAccepted: true }])
  place.publish({ features: states.accepted.features })
  expect(said()).toBe('You can choose a wallet now.')
  first.click()
  expect(place.sent.at(-1)).toEqual({
    type: 'connect',
    wallet: first.dataset.wallet,
    isDouble: false,
  })
})

test('whoever presses what is locked is led to the terms, and told why above', async () => {
  place = mountState(states.legal)
  await expect.element(page.getByText('Agree below before')).toBeVisible()
  const { left, top } = (rows()[0] as HTMLElement).getBoundingClientRect()
  const hit = () => place.root.elementFromPoint(left + 30, top + 20) as HTMLElement
  await expect.poll(() => hit().closest('.Methods')).toBeTruthy()
  hit().click()
  const tick = page.getByRole('checkbox').element()
  expect(place.root.activeElement).toBe(tick)
  expect(getComputedStyle(tick).outlineStyle).toBe('solid')
  expect(place.sent).toEqual([])
})
