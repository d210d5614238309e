import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountFrame } from '../../../../gallery/src/mountFrame.tsx'
import { secret, states } from './Factor.story.tsx'

let place: ReturnType<typeof mountFrame>

afterEach(() => place.remove())

const press = (name: string) => page.getByRole('button', { name }).click()

test('the code shows, with what it means to have nothing else', async () => {
  place = mountFrame(states.shown)
  place.show('words', secret)
  expect(place.root.querySelectorAll('.SecretWords li')).toHaveLength(24)
  await expect
    .element(page.getByText('Nothing else brings your wallet back in a new browser.'))
    .toBeVisible()
  await expect.element(page.getByText('What the service kept before')).toBeVisible()
})

test('whoever has no wallet yet reads nothing of what was kept of it', () => {
  place = mountFrame(states.signingIn)
  expect(place.root.querySelector('.Banner')?.textContent).toContain('Nothing else brings')
  expect(place.root.textContent).not.toContain('kept before')
})

test('the answers stay in sight, however little room there is for the words', async () => {
  await page.viewport(360, 480)
  place = mountFrame(states.shown)
  place.show('words', secret)
  place.host.style.cssText = 'position: fixed; inset: 0; overflow: auto'
  const foot = () => place.root.querySelector('footer')?.getBoundingClientRect()
  expect(place.host.scrollHeight).toBeGreaterThan(480)
  expect(foot()?.bottom).toBe(480)
  // Where they would hide what is read they are scrolled to.
  await page.viewport(360, 300)
  expect(foot()?.top).toBeGreaterThan(300)
})

test('it is not used before somebody says that they have it', async () => {
  place = mountFrame(states.shown)
  await expect.element(page.getByRole('button', { name: 'Use this code' })).toBeDisabled()
  await page.getByText('I wrote the words down.').click()
  await press('Use this code')
  expect(place.sent).toEqual([{ type: 'keepCode' }])
})

test('it can be left', async () => {
  place = mountFrame(states.shown)
  await press('Not now')
  expect(place.sent).toEqual([{ type: 'hideWords' }])
})
